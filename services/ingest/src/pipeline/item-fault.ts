/** What is wrong with one image, in words for the operator. It is reported and passed over; the run goes on. */
export class ItemFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ItemFault';
  }
}
