import { patchesOf, withPlaces, type ImageTowerSize, type TextTowerSize } from './clip.js';
import { Layers } from './layers.js';

/** Of SigLIP 2 base, patch 16, 256 pixels, as published. */
export const SIGLIP2_B16 = {
  text: { vocabulary: 256_000, width: 768, heads: 12, layers: 12, dimensions: 768, isQuantized: true },
  image: {
    sidePixels: 256,
    patchPixels: 16,
    width: 768,
    heads: 12,
    layers: 12,
    dimensions: 768,
    isQuantized: true,
  },
} as const satisfies { text: TextTowerSize; image: ImageTowerSize };

const TOKENS = 64;

/** `input_ids` [batch, 64] → `pooler_output` [batch, dimensions]: looks at padding too, pooled at the last place. */
export function siglipTextTower(size: TextTowerSize): Uint8Array {
  const net = new Layers('siglip-text', size);
  net.graph.addInput('input_ids', ['batch', TOKENS], 'int64');
  const places = net.weights([TOKENS, size.width], 0.1);
  const tokens = net.node('Add', [net.embedding('input_ids', size.vocabulary), places]);
  const state = net.layerNorm(net.encoder(tokens));
  const last = net.node('Gather', [state, net.integers(TOKENS - 1)], { axis: 1 });
  const pooled = net.node('Reshape', [last, net.integers(0, size.width)]);
  net.linear(pooled, size.width, size.dimensions, 'pooler_output');
  net.graph.addOutput('pooler_output', ['batch', size.dimensions]);
  return net.graph.toFile();
}

/** `pixel_values` [batch, 3, side, side] → `pooler_output` [batch, dimensions]; averaged where SigLIP pools by attention. */
export function siglipImageTower(size: ImageTowerSize): Uint8Array {
  const net = new Layers('siglip-image', size);
  const state = net.layerNorm(net.encoder(withPlaces(net, patchesOf(net, size), size, 0)));
  const pooled = net.node('ReduceMean', [state], { axes: [1], keepdims: 0 });
  net.linear(pooled, size.width, size.dimensions, 'pooler_output');
  net.graph.addOutput('pooler_output', ['batch', size.dimensions]);
  return net.graph.toFile();
}
