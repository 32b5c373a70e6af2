// The types of charts, and of the part of uPlot that they use. The browser never loads this file.

/** Columns over a common axis; null where a column has no value. */
export interface ChartData {
  xs: number[];
  columns: (number | null)[][];
}

export interface Axis {
  /** What is shown: the head of its column in the table. */
  name: string;
  /** What is written along the axis; nothing where each mark has its unit. */
  label?: string | (() => string);
  range: (data: ChartData) => [low: number, high: number];
  /** A value in words, for the line below the chart and for the table. */
  words: (value: number) => string;
  /** A value at the axis; the same words if it is left out. */
  tick?: (value: number) => string;
  isLogarithmic?: boolean;
  /** The distances between two marks that may be chosen; any if they are left out. */
  steps?: number[];
}

export interface Line {
  name: string;
  /** A custom property of the page. */
  color: string;
  dash?: number[];
  /** In pixels, 2 if it is left out. */
  width?: number;
  shape: "line" | "steps" | "bars";
  words?: (value: number) => string;
}

/** What a chart shows, whatever its numbers. */
export interface ChartPlan {
  /** Added to the classes of the element. */
  kind: string;
  name: string;
  height: number;
  x: Axis;
  y: Axis;
  lines: Line[];
  /** The row whose values are written while nothing is pointed at; the last one if it is left out. */
  mainRow?: (data: ChartData) => number;
  /** Draws below the lines. */
  drawBelow?: (plot: Plot, color: (property: string) => string) => void;
  /** Moves what lies on the chart, after each change of its scales. */
  place?: (plot: Plot) => void;
}

/** A chart of uPlot, as far as it is used here. */
export interface Plot {
  ctx: CanvasRenderingContext2D;
  over: HTMLElement;
  bbox: { left: number; top: number; width: number; height: number };
  cursor: { idx: number | null };
  setData(columns: unknown[]): void;
  setSize(size: { width: number; height: number }): void;
  setCursor(place: { left: number; top: number }, fires?: boolean): void;
  valToPos(value: number, scale: string, onCanvas?: boolean): number;
  redraw(): void;
  destroy(): void;
}

export interface PlotLibrary {
  new (options: object, columns: unknown[], parent: HTMLElement): Plot;
  paths: {
    linear(): unknown;
    stepped(options: { align: 1 | -1 }): unknown;
    bars(options: { size: [share: number, most: number] }): unknown;
  };
}
