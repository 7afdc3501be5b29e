import createClient from 'openapi-fetch';
import type { paths } from './api.js';
const client = createClient<paths>({ baseUrl: process.env['IMAGE_SEARCH_URL'] ?? '' });
const { data, error } = await client.POST('/v1/search', {
  headers: { 'X-API-Key': process.env['IMAGE_SEARCH_API_KEY'] ?? '' },
  body: { query: 'red apple', k: 1 },
});
if (!data) throw new Error(JSON.stringify(error));
console.log(data.results[0]?.rights.attribution);
