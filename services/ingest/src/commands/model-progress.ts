import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';

/** Prints what a service that is not ready is doing, once for each change. */
export function modelProgress(): (detail: string) => void {
  let printed = '';
  return (detail) => {
    if (detail === printed) return;
    printed = detail;
    printErr(`Waiting for the embedding service: ${printableText(detail)}`);
  };
}
