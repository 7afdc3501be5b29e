/** What is wrong with one asset, in words for the operator. The asset is reported and skipped; the run goes on. */
export class AssetFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AssetFault';
  }
}
