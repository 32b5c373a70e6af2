// Numbers of any width as bytes, the highest bit first, and bytes as text for addresses.

export class BitWriter {
  /** @type {number[]} */
  #bytes = [];
  #free = 0; // bits of the last byte

  /**
   * @param {number} number
   * @param {number} width in bits, at most 32
   */
  put(number, width) {
    while (width > 0) {
      if (!this.#free) {
        this.#bytes.push(0);
        this.#free = 8;
      }
      const taken = Math.min(this.#free, width);
      const part = Math.floor(number / 2 ** (width - taken)) % 2 ** taken;
      this.#bytes[this.#bytes.length - 1] |= part << (this.#free - taken);
      this.#free -= taken;
      width -= taken;
    }
  }

  bytes() {
    return Uint8Array.from(this.#bytes);
  }
}

export class BitReader {
  #at = 0;
  #data;

  /** @param {Uint8Array} data */
  constructor(data) {
    this.#data = data;
  }

  /** @param {number} width in bits, at most 32 */
  take(width) {
    let number = 0;
    while (width > 0) {
      if (this.#at >= 8 * this.#data.length) throw new RangeError("the data ends too early");
      const left = 8 - (this.#at % 8);
      const taken = Math.min(left, width);
      const part = (this.#data[this.#at >> 3] >> (left - taken)) & (2 ** taken - 1);
      number = number * 2 ** taken + part;
      this.#at += taken;
      width -= taken;
    }
    return number;
  }

  /** The bytes after the last number; the bits up to them must be 0. */
  rest() {
    if (this.take((8 - (this.#at % 8)) % 8)) throw new RangeError("there is something between the numbers");
    return this.#data.subarray(this.#at >> 3);
  }
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {Uint8Array} bytes */
export function toBase64url(bytes) {
  return toBase64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/**
 * @param {string} text
 * @returns {Uint8Array | null} null for a text that toBase64url does not write
 */
export function fromBase64url(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    return toBase64url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}
