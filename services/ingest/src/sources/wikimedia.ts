import { isWebAddress } from '@imagesearch/service-kit/text/web-address';
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import type { NetworkCollection } from './network.js';

const API = 'https://commons.wikimedia.org';
const PATH = 'w/api.php';
/** Requests one after another are welcome; this is well below what would be noticed. */
const RATE = { requests: 2, intervalMs: 1_000 };
/** As many as extended metadata is given for at once. */
const PAGE_SIZE = 50;
/** Refuse, rather than burden, when the databases lag behind by this many seconds. */
const MAXLAG_S = 5;
/** Wide enough for every use of a hosted copy; originals may have hundreds of megapixels. */
const IMAGE_WIDTH_PX = 2_048;
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

const valueSchema = z.object({ value: z.union([z.string(), z.number()]).transform(String) });

const imageInfoSchema = z.object({
  url: z.string(),
  thumburl: z.string().optional(),
  descriptionurl: z.string(),
  mime: z.string(),
  sha1: z.string(),
  extmetadata: z.record(z.string(), z.unknown()).default({}),
});

const pageSchema = z.object({
  pageid: z.number(),
  title: z.string(),
  imageinfo: z.tuple([imageInfoSchema], z.unknown()),
});

const answerSchema = z.object({
  continue: z.record(z.string(), z.union([z.string(), z.number()]).transform(String)).optional(),
  query: z.object({ pages: z.array(z.unknown()) }).optional(),
  error: z.object({ code: z.string(), info: z.string() }).optional(),
});

/** Images of a category or a search on Wikimedia Commons, ids `wikimedia:<page id>`. */
export const wikimedia: NetworkCollection<typeof pageSchema> = {
  name: 'wikimedia',
  api: () => ({ baseUrl: API, rate: RATE }),
  entry: { noun: 'page', namedBy: 'title', schema: pageSchema },
  open: (getJson, { query = '' }) => ({
    fetchPage: async (page) => {
      const more = page === undefined ? {} : z.record(z.string(), z.string()).parse(JSON.parse(page));
      const answer = await getJson(PATH, { ...PARAMETERS, ...generatorOf(query), ...more }, answerSchema);
      if (answer.error) throw new Error(`Wikimedia Commons: ${answer.error.info}`);
      const next = answer.continue && JSON.stringify(answer.continue);
      return { entries: answer.query?.pages ?? [], next };
    },
    factsOf: ({ pageid, title, imageinfo: [info] }) => {
      if (!IMAGE_TYPES.has(info.mime)) return null;
      const about = (name: string): string => valueSchema.safeParse(info.extmetadata[name]).data?.value ?? '';
      const licenseUrl = about('LicenseUrl');
      return {
        id: String(pageid),
        title: textOfHtml(about('ObjectName')) || title.replace(/^File:/, '').replace(/\.\w+$/, ''),
        description: textOfHtml(about('ImageDescription')),
        tags: about('Categories').split('|'),
        creator: textOfHtml(about('Artist')),
        creatorUrl: firstLink(about('Artist')),
        license: textOfHtml(about('LicenseShortName')),
        licenseUrl: licenseUrl.startsWith('//') ? `https:${licenseUrl}` : licenseUrl,
        sourceUrl: info.descriptionurl,
        created: textOfHtml(about('DateTimeOriginal')),
        linkUrl: info.url,
        url: info.thumburl ?? info.url,
        bytesVersion: info.sha1,
      };
    },
  }),
};

const PARAMETERS = {
  action: 'query',
  format: 'json',
  formatversion: 2,
  maxlag: MAXLAG_S,
  prop: 'imageinfo',
  iiprop: 'url|mime|sha1|extmetadata',
  iiurlwidth: IMAGE_WIDTH_PX,
};

/** `Category:…` lists its files; anything else is searched for. */
function generatorOf(query: string): Record<string, string | number> {
  const isCategory = /^category:/i.test(query);
  return isCategory
    ? { generator: 'categorymembers', gcmtitle: query, gcmtype: 'file', gcmlimit: PAGE_SIZE }
    : { generator: 'search', gsrsearch: `filetype:bitmap ${query}`, gsrnamespace: 6, gsrlimit: PAGE_SIZE };
}

/** Who made an image is given as HTML, with a link to their page when they have one. */
function firstLink(html: string): string | undefined {
  const href = /<a\s[^>]*href="([^"]+)"/i.exec(html)?.[1];
  const address = href?.startsWith('//') ? `https:${href}` : href;
  return address !== undefined && isWebAddress(address) ? address : undefined;
}

/** Elements within a line; around any other one a word ends. */
const INLINE = /^(?:a|abbr|b|bdi|cite|em|i|small|span|strong|sub|sup|u)$/;
const UNSEEN = /^(?:script|style)$/;

/** The words of a small piece of HTML on one line. */
function textOfHtml(html: string): string {
  let text = '';
  let isSeen = true;
  const parser = new Parser({
    onopentag: (name) => {
      isSeen = !UNSEEN.test(name);
      if (!INLINE.test(name)) text += ' ';
    },
    ontext: (part) => {
      if (isSeen) text += part;
    },
    onclosetag: (name) => {
      isSeen = true;
      if (!INLINE.test(name)) text += ' ';
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}
