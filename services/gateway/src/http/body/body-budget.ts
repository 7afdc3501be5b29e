import { AppError } from '@imagesearch/service-kit/errors';
import { TEXT_BYTES_MAX } from './body-limit.js';

/** What one request holds of the budget. */
export interface BodyShare {
  /**
   * @param bytes That the request holds from now on, in all.
   * @throws AppError `overloaded` when the bodies of all requests would exceed the budget.
   */
  growTo(bytes: number): void;
  release(): void;
}

/**
 * Bounds the bytes of all long bodies in memory. A body counts as it arrives, so that slow senders hold what they have
 * sent and no more. Bodies without an image never count: images must not keep text searches out.
 */
export class BodyBudget {
  readonly #bytesMax: number;
  #held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  open(): BodyShare {
    let own = 0;
    return {
      growTo: (bytes) => {
        if (bytes <= TEXT_BYTES_MAX || bytes <= own) return;
        if (this.#held + bytes - own > this.#bytesMax) {
          throw new AppError('overloaded', 'Too many images are being received; try again shortly.');
        }
        this.#held += bytes - own;
        own = bytes;
      },
      release: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}
