import { readText, ROOT } from '@imagesearch/testkit/repository';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const COMMAND =
  /^claude mcp add --transport http imagesearch "(?<url>\S+)" --header "(?<name>\S+): (?<value>.+)"$/m;

interface Server {
  url?: string;
  headers?: Record<string, string>;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
}

/** The servers that the tutorial on agents configures, as it prints them, by the headings of the clients that read them. */
export function tutorialServers(baseUrl: string, apiKey: string): ReadonlyMap<string, Server> {
  const read = (path: string) =>
    readText(path)
      .replaceAll('http://127.0.0.1:8080', baseUrl)
      .replaceAll('/path/to/checkout', ROOT)
      .replaceAll(/isk_live_…|\$\{(?:(?:env:)?IMAGE_SEARCH_API_KEY|input:image-search-key)\}/g, apiKey);
  const servers = new Map([['examples/mcp.json', serverOf(read('examples/mcp.json'))]]);
  for (const section of read('docs/tutorials/agent-with-citations.md').split('\n### ').slice(1)) {
    const [heading = ''] = section.split('\n');
    const json = /^```json\n([\s\S]*?)^```$/m.exec(section)?.[1];
    const { url = '', name = '', value = '' } = COMMAND.exec(section)?.groups ?? {};
    if (json !== undefined) servers.set(heading, serverOf(json));
    else if (url !== '') servers.set(heading, { url, headers: { [name]: value } });
  }
  return servers;
}

/** Of a file that knows one server. */
function serverOf(json: string): Server {
  const { servers, mcpServers = servers } = JSON.parse(json) as Record<
    'servers' | 'mcpServers',
    { imagesearch: Server } | undefined
  >;
  if (mcpServers === undefined) throw new Error(`There is no server in ${json}`);
  return mcpServers.imagesearch;
}

/** What an agent opens for such an entry. A program starts in `folder`. */
export function transportOf(
  { url, headers = {}, command = '', args = [], env = {} }: Server,
  folder: string,
) {
  if (url !== undefined) return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  return new StdioClientTransport({ command, args, env, cwd: folder });
}
