import { consoleUrl } from './demo-keys.js';
import { printOut } from '@imagesearch/service-kit/process/terminal';

/** Prints the address, a key and three requests that work as they are. */
export function printHowToSearch(baseUrl: string, key: string): void {
  const json = `-H 'X-API-Key: ${key}' -H 'Content-Type: application/json'`;
  printOut(`
Image search is running. Look at images in a browser:

  ${consoleUrl(baseUrl, key)}

  Address   ${baseUrl}
  API key   ${key}   (plan: starter; all keys: demo.json in the data folder)

Search by words:

  curl -s ${baseUrl}/v1/search ${json} -d '{"query": "smiling cat", "k": 3}'

Find images that look like the rose:

  curl -s ${baseUrl}/v1/similar ${json} -d '{"asset_id": "openmoji:1F339", "k": 3}'

Download an image, then search with it and with words:

  curl -sL -H 'X-API-Key: ${key}' ${baseUrl}/v1/asset/direct/openmoji:1F63A -o cat.png
  (printf '{"query": "smiling", "k": 3, "image_base64": "'; base64 < cat.png | tr -d '\\n'; printf '"}') |
    curl -s ${baseUrl}/v1/search ${json} -d @-

Stop with Ctrl-C.
`);
}
