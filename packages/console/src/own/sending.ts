/**
 * A `fetch` for one body, which says how much of it has left: the platform's own does not.
 * @param onSent - gets the share of the bytes, 0 to 1
 * @param onStatus - gets the status of each answer
 */
export function fetchTelling(
  onSent: (share: number) => void,
  onStatus: (status: number) => void,
): typeof fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, input instanceof Request ? input.url : input);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
      request.onload = () => {
        onStatus(request.status);
        resolve(answerOf(request));
      };
      request.onerror = () => reject(new TypeError('The connection was lost.'));
      request.onabort = () => reject(new DOMException('The request was given up.', 'AbortError'));
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null);
      // Without an event, where it was aborted before.
      if (signal?.aborted) request.abort();
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return new Response(request.responseText, { status: request.status, headers });
}
