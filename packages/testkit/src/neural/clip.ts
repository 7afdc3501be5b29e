import { Layers, type NetworkSize } from './layers.js';

export interface TextTowerSize extends NetworkSize {
  vocabulary: number;
  dimensions: number;
}

export interface ImageTowerSize extends NetworkSize {
  sidePixels: number;
  patchPixels: number;
  dimensions: number;
}

/** Of CLIP ViT-B/32, as published. */
export const CLIP_B32 = {
  text: { vocabulary: 49_408, width: 512, heads: 8, layers: 12, dimensions: 512, isQuantized: true },
  image: {
    sidePixels: 224,
    patchPixels: 32,
    width: 768,
    heads: 12,
    layers: 12,
    dimensions: 512,
    isQuantized: true,
  },
} as const satisfies { text: TextTowerSize; image: ImageTowerSize };

const TOKENS_MAX = 77;
/** Added to a score that must not count. */
const MASKED = -1e4;

/** `input_ids` [batch, tokens] → `text_embeds` [batch, dimensions]: causal, pooled at the highest id, which ends a text. */
export function clipTextTower(size: TextTowerSize): Uint8Array {
  const net = new Layers('clip-text', size);
  net.graph.addInput('input_ids', ['batch', 'tokens'], 'int64');
  const count = net.node('Gather', [net.node('Shape', ['input_ids']), net.integers(1)]);
  const places = net.node('Slice', [
    net.weights([TOKENS_MAX, size.width], 0.1),
    net.integers(0),
    count,
    net.integers(0),
  ]);
  const tokens = net.node('Add', [net.embedding('input_ids', size.vocabulary), places]);
  const state = net.layerNorm(net.encoder(tokens, causalMask(net, count)));

  // ArgMax takes the first of equals, so ids of padding that repeat the end do not move it.
  const ids = net.node('Cast', ['input_ids'], { to: 6 });
  const end = net.node('ArgMax', [ids], { axis: 1, keepdims: 1 });
  const pooled = rowAt(net, state, end, size.width);
  net.node('MatMul', [pooled, net.weights([size.width, size.dimensions], 0.1)], {}, 'text_embeds');
  net.graph.addOutput('text_embeds', ['batch', size.dimensions]);
  return net.graph.toFile();
}

/** `pixel_values` [batch, 3, side, side] → `image_embeds` [batch, dimensions]. */
export function clipImageTower(size: ImageTowerSize): Uint8Array {
  const net = new Layers('clip-image', size);
  const patches = patchesOf(net, size);
  const batch = net.node('Gather', [net.node('Shape', ['pixel_values']), net.integers(0)]);
  const shape = net.node('Concat', [batch, net.integers(1, size.width)], { axis: 0 });
  const whole = net.node('Expand', [net.weights([1, 1, size.width], 0.5), shape]);
  const state = net.encoder(
    net.layerNorm(withPlaces(net, net.node('Concat', [whole, patches], { axis: 1 }), size, 1)),
  );
  const first = net.node('Gather', [net.layerNorm(state), net.integers(0)], { axis: 1 });
  const pooled = net.node('Reshape', [first, net.integers(0, size.width)]);
  net.node('MatMul', [pooled, net.weights([size.width, size.dimensions], 0.1)], {}, 'image_embeds');
  net.graph.addOutput('image_embeds', ['batch', size.dimensions]);
  return net.graph.toFile();
}

/** The image's patches as a row of tokens, [batch, patches, width]; adds the input. */
export function patchesOf(net: Layers, { sidePixels, patchPixels, width }: ImageTowerSize): string {
  net.graph.addInput('pixel_values', ['batch', 3, sidePixels, sidePixels]);
  const kernel = net.weights([width, 3, patchPixels, patchPixels], 1.5 / (patchPixels * Math.sqrt(3)));
  const map = net.node('Conv', ['pixel_values', kernel], { strides: [patchPixels, patchPixels] });
  const rows = net.node('Reshape', [map, net.integers(0, width, -1)]);
  return net.node('Transpose', [rows], { perm: [0, 2, 1] });
}

export function withPlaces(net: Layers, tokens: string, size: ImageTowerSize, extra: number): string {
  const patches = (size.sidePixels / size.patchPixels) ** 2;
  return net.node('Add', [tokens, net.weights([patches + extra, size.width], 0.1)]);
}

/** [1, 1, tokens, tokens] with what a token must not look at: everything after it. */
function causalMask(net: Layers, count: string): string {
  const mask = Float32Array.from({ length: TOKENS_MAX ** 2 }, (_, at) =>
    at % TOKENS_MAX > Math.floor(at / TOKENS_MAX) ? MASKED : 0,
  );
  const whole = net.graph.addFloats('causal_mask', [1, 1, TOKENS_MAX, TOKENS_MAX], mask);
  const ends = net.node('Concat', [count, count], { axis: 0 });
  return net.node('Slice', [whole, net.integers(0, 0), ends, net.integers(2, 3)]);
}

/** Of [batch, tokens, width] the token that each row's index names: [batch, width]. */
function rowAt(net: Layers, state: string, index: string, width: number): string {
  const wide = net.node('Concat', [net.node('Shape', [index]), net.integers(width)], { axis: 0 });
  const places = net.node('Expand', [net.node('Unsqueeze', [index, net.integers(2)]), wide]);
  return net.node('Squeeze', [net.node('GatherElements', [state, places], { axis: 1 }), net.integers(1)]);
}
