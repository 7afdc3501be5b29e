import { Configuration, SearchApi } from './index';

async function main(): Promise<void> {
  const basePath = process.env['IMAGE_SEARCH_URL'] ?? '';
  const apiKey = process.env['IMAGE_SEARCH_API_KEY'] ?? '';
  const api = new SearchApi(new Configuration({ basePath, apiKey }));
  const answer = await api.search({ searchRequest: { query: 'red apple', k: 1 } });
  console.log(answer.results[0]?.rights.attribution);
}

void main();
