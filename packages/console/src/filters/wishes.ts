const WISHES: Record<string, string> = {
  luminance: 'brightness',
  monochrome: 'colour',
  faces: 'faces',
  aspect: 'shape',
  orientation: 'shape',
  resolution: 'resolution',
  neg_space: 'clean space',
  commercial: 'commercial use',
  derivatives: 'changes allowed',
  attribution_required: 'no credit needed',
  ai_generated: 'no AI-generated images',
};

/** `["luminance_min", "luminance_max"]` → `brightness`. */
export function wishesOf(names: readonly string[]): string {
  const wishes = names.map(
    (name) => WISHES[name] ?? WISHES[name.replace(/_(min|max|any|near)$/, '')] ?? name,
  );
  return [...new Set(wishes)].join(', ');
}
