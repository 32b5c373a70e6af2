// The types of what the server sends and of what the page remembers. The browser never loads this file.

/** A placement: cell, piece, and clockwise quarter turns. */
export type Placement = [cell: number, piece: number, turn: number];
/** A board: piece * 4 + turn for each cell, -1 where the cell is empty. */
export type Cells = number[];
export type Side = [cell: number, side: number];
export type Point = [x: number, y: number];
export type TrayFilter = "all" | "corner" | "border" | "inner" | "fits";
export type TrayOrder = "number" | "kind" | "color" | "shuffled";
export type Measure = "joins" | "pieces" | "prefix";
export type Tab = "pieces" | "solve" | "facts" | "steps" | "export";

// What the server sends

export interface Puzzle {
  rows: number;
  columns: number;
  pieces: number[][];
  hints?: Placement[];
  framed?: boolean;
  turnable?: boolean;
  /** The color that may face each color; missing where every color faces itself. */
  mates?: number[];
  name?: string;
  mates?: number[];
  color_names?: string[];
}

export interface ColorDrawing {
  ground: string;
  layers: { path: string; ink: string; width: number | null }[];
}

/** How the library draws the sides of this puzzle's pieces. */
export interface Symbols {
  triangle: string;
  cuts: string;
  zigzag: string;
  inks: { dark: string; light: string; break: string };
  colors: ColorDrawing[];
}

/** A puzzle with what the page needs to draw it. */
export interface PuzzleView {
  puzzle: Puzzle;
  symbols: Symbols;
  facts: {
    name: string;
    /** What people call it; missing in pages saved before there were titles. */
    title?: string;
    fingerprint: string;
    joins: number;
    signed: boolean;
    color_names: string[];
    no_link: string | null;
    /** The name or recipe that gives this puzzle; empty for a puzzle of one's own. */
    known_as: string;
    findings: string[];
  };
  pictures: Record<string, string>;
  about?: { title?: string; recipe?: string; known?: Record<string, unknown> } | null;
  board?: Placement[] | null;
  /** What the board is called that the puzzle was opened with, if it has a name. */
  boardName?: string;
  notes: string[];
}

/** The referee's report on a board. */
export interface Check {
  score: number;
  joins: number;
  placed: number;
  breaks: Side[];
  faults: Side[];
  problems: string[];
  solved: boolean;
}

export interface Advice {
  kind: "proved" | "suggested" | "conflict" | "solved" | "unknown";
  text: string;
  placement: Placement | null;
  culprits: number[][];
  cells: number[];
}

export type Goal = "solve" | "count" | "optimize";
export type JobStatus = "waiting" | "starting" | "running" | "pausing" | "paused" | "stopping" | "finished" | "failed" | "lost";

/** How far a search has come; empty before its first report. */
export interface Figures {
  nodes?: number;
  /** Of the search alone. */
  seconds?: number;
  /** Seconds before the search, mostly to compile. */
  preparing?: number;
  value?: number;
  pieces?: number;
  score?: number;
  solutions?: number;
  share?: number | null;
  improved?: number | null;
  /** Nodes by depth, from the first piece on, where a search counts them. */
  depths?: number[];
  /** Proved: no board has a larger value. */
  bound?: number | null;
}

/** Fixed pieces of which no solution has all. */
export interface Conflict {
  placements: Placement[];
  is_smallest: boolean;
  text: string;
}

/** A job as the server reports it, without its boards. */
export interface JobReport {
  id: string;
  goal: Goal;
  measure: Measure;
  most: number;
  engine: string;
  options: Record<string, string | number | boolean>;
  threads: number;
  /** My pieces that stay, besides the hints. */
  fixed: Placement[];
  seed: number;
  uses_seed: boolean;
  limits: { seconds: number };
  race: string | null;
  /** Which engine of the race it is, and which seed. */
  lane: number;
  heat: number;
  name: string;
  /** What people call the puzzle; the name may be a recipe. */
  title: string;
  fingerprint: string;
  can_pause: boolean;
  /** Whether it runs on when every page that watched it is closed. */
  keep_running: boolean;
  /** When it was started, in seconds. */
  created: number;
  status: JobStatus;
  version: number;
  message: string;
  note: string;
  figures: Figures;
  current: Cells | null;
  ended: null | "found" | "exhausted" | "nodes" | "seconds" | "interrupted";
  is_proved: boolean;
  proves_unsolvable: boolean;
  solutions_kept: number;
  /** When it was started, in seconds since 1970. */
  created: number;
  /** My pieces that stay, besides the hints. */
  fixed: Placement[];
  conflict: Conflict | null;
  /** The solutions, counted in several ways; null unless all are counted. */
  counts: Record<string, number> | null;
}

/** What a search has proved about a puzzle. */
export interface Fact {
  /** The job that proved it. */
  job: string;
  /** none: no solution; count: the number of solutions; some: at least so many; bound: no board is better. */
  kind: "none" | "bound" | "count" | "some";
  engine: string;
  /** When it was started, in milliseconds since 1970. */
  when: number;
  /** It holds for boards with these pieces, besides the hints. */
  fixed: Placement[];
  /** Of the kind none: pieces of them that cannot all stay, in words too. */
  conflict?: Conflict | null;
  counts?: Record<string, number>;
  /** Of the kinds bound and some. */
  number?: number;
  measure?: Measure;
}

/** A job in the list of all jobs of the studio. */
export interface ListedJob extends JobReport {
  /** Whether it was started from the address of this page. */
  mine: boolean;
}

/** All jobs of the studio, and how many may run at a time: from one address, and in all. */
export interface JobList {
  jobs: ListedJob[];
  most_mine: number;
  most: number;
}

/** A point of a curve: seconds, and the value of the best board by then. */
export type CurvePoint = [seconds: number, value: number];

/** A moment of a search: the pieces on its current board are null where it has none. */
export type Sample = [seconds: number, nodes: number, depth: number | null];
export type ChartKind = "progress" | "rate" | "depth" | "nodes";

/** A job with its boards, and what the page itself knows about it. */
export interface Job extends JobReport {
  best: Cells | null;
  check: Check | null;
  curve: CurvePoint[];
  history: Sample[];
  puzzle: Puzzle;
  /** The puzzle as a view, to draw its boards; null until it is loaded. */
  view: PuzzleView | null;
  /** When the page first saw the job prepare, in milliseconds; null otherwise. */
  waitingSince: number | null;
  /** Whether an order (pause, resume, stop) has not been answered yet. */
  isOrdered: boolean;
}

/** A part of a job, as an event or an answer brings it. */
export type JobNews = Partial<Job> & { id: string };

export interface EngineOption {
  name: string;
  default: string | number | boolean;
  choices: string[];
  meaning: string;
}

export interface Engine {
  name: string;
  goals: Goal[];
  summary: string;
  options: EngineOption[];
  /** What it needs that is not installed. */
  needs: string[];
}

/** An engine, and those of its options that differ from their defaults. */
export interface EngineChoice {
  engine: string;
  options: Record<string, string | number | boolean>;
}

/** What POST /api/jobs is asked to start, in the open puzzle. */
export interface SearchRequest {
  goal: Goal;
  engines: EngineChoice[];
  seconds: number;
  threads: number;
  seed: number;
  seeds?: number;
  keep_running?: boolean;
  /** Of the goal solve: how many to find, null for all. */
  solutions?: number | null;
  /** Of the goal optimize: what to count, and the board to start from. */
  measure?: Measure;
  start?: Placement[];
  /** My pieces that stay. */
  fixed?: Placement[];
}

/** What the library knows of a board. Pieces are numbered from 1. */
export interface BoardFacts {
  score: number;
  best_score: number;
  breaks: number;
  placed: number;
  cells: number;
  pieces_without_break: number;
  clean_rows: Record<"north" | "east" | "south" | "west", number>;
  clean_prefix: number;
  repeated_pieces: number[];
  hints: number;
  hints_kept: number;
  /** The puzzle of the catalog that has these pieces, and which of its hints are kept. */
  known: { title: string; is_official: boolean; pieces: string; hints: number; hints_kept: string[] } | null;
  is_legal: boolean;
  is_solution: boolean;
}

/** What the server has read of a text with several boards. */
export interface GalleryAnswer {
  puzzles: PuzzleView[];
  boards: { name: string; puzzle: number; cells: Cells; check: Check }[];
  unread: { name: string; line: number; error: string }[];
  left_out: number;
}

/** A board of the gallery. */
export interface GalleryBoard {
  key: string;
  name: string;
  origin: string;
  view: PuzzleView;
  cells: Cells;
  check: Check;
}

/** How to run a job again; `file` has the puzzle, if it needs one. */
export interface RepeatTexts {
  command: string;
  python: string;
  file: string | null;
}

/** A board from the store of best boards. */
export interface StoredBoard {
  score: number;
  pieces: number;
  prefix: number;
  engine: string;
  seed: number;
  found: string;
  cells: Cells;
  check: Check;
}

export interface Step {
  event: "start" | "placed" | "failed" | "back" | "solution" | "over";
  nodes: number;
  cell: number | null;
  placed: Placement[];
  counts: number[];
}

/** Where a search stands after a step. */
export interface StepMark {
  event: Step["event"];
  nodes: number;
  path: Placement[];
}

export interface StepsAnswer {
  steps: Step[];
  /** How many steps before them were left out. */
  skipped: number;
  next: StepMark | null;
}

/** Which pieces fit a cell, and which of them propagation leaves. */
export interface CandidatesAnswer {
  fitting: [piece: number, turn: number][];
  surviving: [piece: number, turn: number][];
}

export interface Model {
  name: string;
  title: string;
  summary: string;
  two_sets: boolean;
  always: string[];
  example: { rows: number; columns: number; inner_colors: number; frame_colors: number };
}

/** What is expected of a puzzle, the cheapest order first; a profile has the depth and log10 of its nodes. */
export interface Estimate {
  log10_solutions: number | null;
  orders: { order: string; log10_nodes: number | null; profile: Point[] }[];
  sampled: null | { order: string; walks: number; log10_nodes: number | null; log10_interval: (number | null)[]; profile: Point[] };
  /** The puzzle that it is of. */
  view: PuzzleView;
}

/** What a puzzle of a recipe is expected to cost. */
export interface Price {
  recipe: string;
  log10_solutions: number | null;
  log10_nodes: number | null;
  class_log10: number | null;
  transition: number | null;
  distance: number | null;
  curve: Point[];
}

export interface CatalogEntry {
  name: string;
  title: string;
  rows: number;
  columns: number;
  hints: number;
  colors: number;
}

/** What /api/read is asked to read. */
export interface ReadRequest {
  text?: string;
  name?: string;
  base64?: string;
}

/** What a link of the studio says: a name, or a puzzle; and perhaps a board. */
export interface StudioLink {
  name: string;
  /** The first digits of the named puzzle's fingerprint; empty without a board. */
  fingerprint: string;
  puzzle: Puzzle | null;
  cells: Cells | null;
}

// What the page remembers

/** The selected piece; its cell is null while it lies in the tray. */
export interface Selection {
  piece: number;
  cell: number | null;
}

/** A board that is shown in place of mine. */
export interface ShownBoard {
  cells: Cells;
  label: string;
  check: Check | null;
  /** The job it comes from, and which of the job's boards to follow. */
  job?: string;
  follows?: "current" | "best" | null;
  /** For a step of a search: candidates left in each cell, and the cell in focus. */
  counts?: number[];
  cell?: number | null;
  isStep?: boolean;
}

/** My puzzle and board while a board of another puzzle is shown. */
export interface Aside {
  view: PuzzleView | null;
  playId: string;
  cells: Cells;
  trayTurns: number[];
  cursor: number;
  past: HistoryStep[];
  future: HistoryStep[];
}

/** A puzzle that was left for another one, and what could be redone in it. */
export type LeftPuzzle = Omit<Aside, "past">;

/** What undo and redo return to: another board, or another puzzle with its board. */
export type HistoryStep = Cells | LeftPuzzle;

/** A puzzle that was open lately, with its board and its own undo history. */
export interface RecentPuzzle {
  playId: string;
  view: PuzzleView;
  cells: Cells;
  past: Cells[];
  future: Cells[];
  /** When it was changed last, in milliseconds. */
  when: number;
}

/** A piece or the board, held by a pointer. */
export interface Hold {
  piece: number | null;
  turn: number;
  cell: number | null;
  start: Point;
  last: Point;
  /** When it was taken, in milliseconds. */
  since: number;
  isFromTray: boolean;
  isMiddleButton: boolean;
  hasMoved: boolean;
  /** Width in pixels of the picture under the pointer; 0 while there is none. */
  ghostSize: number;
}

/** A part of the board, in units of a hundredth of a cell. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A search that is shown step by step. */
export interface StepSearch {
  /** Tells this search from those before it. */
  serial: number;
  /** My board when it began. */
  start: Cells;
  /** The last steps, the number of the first of them, and the number of the one that is shown. */
  steps: Step[];
  first: number;
  at: number;
  /** Where it goes on after the last of them. */
  next: StepMark | null;
  /** Whether there are no more steps to fetch. */
  isComplete: boolean;
  /** Whether the last request brought fewer steps than were asked for, because they take long. */
  isShort: boolean;
  isPlaying: boolean;
  /** The request for more steps that is under way; whether it brought any. */
  request: Promise<boolean> | null;
  refusal: string;
}

/** A color or picture of the editor, and the key that stands for it; empty if there is none. */
export interface Motif {
  name: string;
  letter: string;
  /** Whether the editor suggested it, and nobody has chosen or renamed it yet. */
  isPreset?: boolean;
}

/** 2 × motif + half (0 for the head or the whole, 1 for the tail), -1 for the rim, null while it is empty. */
export type DraftSide = number | null;

/** A puzzle that is being made. */
export interface Draft {
  name: string;
  rows: number;
  columns: number;
  signed: boolean;
  framed: boolean;
  turnable: boolean;
  motifs: Motif[];
  /** The sides of each square, clockwise from the top. */
  squares: DraftSide[][];
}

export interface SidePlace {
  square: number;
  side: number;
}

/** What was found in a draft: an error, what is left to do, a note, or that all is done. */
export interface DraftCheck {
  kind: "error" | "todo" | "note" | "done";
  text: string;
  square: number | null;
}

export interface EditorState {
  draft: Draft;
  /** The marked side, which the next key sets. */
  at: SidePlace;
  past: { draft: Draft; at: SidePlace }[];
  future: { draft: Draft; at: SidePlace }[];
  /** What a click on a side paints; null outside of paint mode. */
  picked: number | null;
  isPainting: boolean;
  /** Why the last command was refused. */
  line: string;
  /** Whether the page asks before it replaces the board in play. */
  isAsking: boolean;
}

/** A photograph of pieces, upright in pixels. */
export interface Photo {
  id: string;
  name: string;
  file: Blob;
  width: number;
  height: number;
}

/** A piece in a photograph: its corners, clockwise from the left end of its top. */
export interface PhotoPiece {
  /** The id of the photograph. */
  photo: string;
  corners: Point[];
  /** The groups of its sides, clockwise from the top; null until some are proposed. */
  sides: string[] | null;
}

export interface PhotoSheet {
  photos: Photo[];
  pieces: PhotoPiece[];
  /** 0 for those of a square board. */
  rows: number;
  columns: number;
  turnable: boolean;
  name: string;
}

export interface PhotoLimits {
  /** The modules that photographs need and that are not installed. */
  needs: string[];
  most_photos: number;
  most_bytes: number;
  most_pieces: number;
}

/** What the solver says about a sheet that is complete. */
export interface ProofReading {
  solutions: number;
  lines: string[];
  changes: { piece: number; side: number; group: string; text: string }[];
  meetings: { pairs: [[string, string], [string, string]]; text: string }[];
}

export interface PhotosState {
  sheet: PhotoSheet;
  past: PhotoSheet[];
  future: PhotoSheet[];
  /** The name of the last edit, which the next one may go on with. */
  lastEdit: string;
  limits: PhotoLimits | null;
  /** The number of the piece whose corners are shown. */
  selected: number | null;
  /** Whether the sides are sorted into groups; else the squares are outlined. */
  isSorting: boolean;
  /** What is being done; empty if nothing is. */
  busy: string;
  /** Why something was refused. */
  line: string;
  reading: ProofReading | null;
  /** The pieces as they were cut out, in base64. */
  pictures: Record<string, string>;
}

export interface State {
  view: PuzzleView | null;
  cells: Cells;
  trayTurns: number[];
  selected: Selection | null;
  cursor: number;
  past: HistoryStep[];
  future: HistoryStep[];
  playId: string;
  address: string;
  check: Check | null;
  advice: Advice | null;
  isAskingAdvice: boolean;
  trayLayout: number[];
  trayFilter: TrayFilter;
  trayColor: number | null;
  trayCell: number | null;
  trayOrder: TrayOrder;
  traySeed: number;
  hasNumbers: boolean;
  lastTurn: { piece: number; turn: number } | null;
  shown: ShownBoard | null;
  race: string[] | null;
  aside: Aside | null;
  tab: Tab;
  hold: Hold | null;
  pointers: Map<number, Point>;
  whole: Box;
  seen: Box;
  painted: Box;
  isOverviewWanted: boolean;
  isOverviewDrawn: boolean;
  jobIds: string[];
  jobs: Record<string, Job>;
  clock: number;
  chart: ChartKind;
  studioJobs: JobList | null;
  isJobListOpen: boolean;
  measure: Measure | null;
  storedBoards: StoredBoard[];
  storeRefusal: string;
  brokenBoards: StoredBoard[];
  search: StepSearch;
  inspected: number | null;
  facts: Fact[];
  estimate: Estimate | null;
  estimateOrder: string;
  models: Model[];
  price: Price | null;
  refused: { request: ReadRequest; reason: string } | null;
  unread: { name: string; reason: string }[];
  editor: EditorState;
  photos: PhotosState;
  motifLooks: Symbols | null;
  boardFacts: BoardFacts | null;
  gallery: GalleryBoard[];
  galleryName: string;
  galleryUnread: GalleryAnswer["unread"];
  galleryLeftOut: number;
  storeGallery: GalleryBoard[];
  ownGallery: GalleryBoard[];
  compared: string[];
  notice: { text: string; isError: boolean } | null;
  away: string;
}

export type Key = keyof State;
