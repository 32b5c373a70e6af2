// The checksum of links and of zip files: CRC-32, as in PNG and gzip.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/**
 * @param {Uint8Array[]} parts
 * @returns {number} of all parts, one after the other
 */
export function crc32(...parts) {
  let rest = ~0;
  for (const bytes of parts) {
    for (const byte of bytes) rest = (rest >>> 8) ^ TABLE[(rest ^ byte) & 0xff];
  }
  return ~rest >>> 0;
}
