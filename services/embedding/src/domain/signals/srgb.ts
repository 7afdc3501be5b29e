/** Linear light of each 8-bit sRGB value, 0–1 (IEC 61966-2-1). */
export const LINEAR_OF_SRGB = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Relative luminance of linear sRGB, weight of each channel. */
export const LUMINANCE_WEIGHTS = { red: 0.2126729, green: 0.7151522, blue: 0.072175 } as const;
