import { launchChromium, readDemonstration } from './demonstration.mjs';

/**
 * Measures how long after the last byte of an answer of 50 images its tiles are painted, and how far anything in the
 * grid moves while the images arrive. Needs a demonstration that runs: `pnpm bench:console`.
 */
const COUNT = 50;
const WORDS = ['face', 'heart', 'smile', 'hand', 'cat face', 'angry', 'sad face', 'person', 'happy', 'star'];

/** Runs in the page, before its own scripts. */
function watch(count) {
  globalThis.painted = null;
  globalThis.shifted = 0;
  const observer = new MutationObserver(() => {
    if (globalThis.painted !== null || document.querySelectorAll('.tile').length < count) return;
    globalThis.painted = 0;
    requestAnimationFrame(() => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.onmessage = () => (globalThis.painted = performance.now());
      afterPaint.port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.sources.some(({ node }) => node?.nodeType === 1 && node.closest('.results') !== null))
        globalThis.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const { base_url: baseUrl, keys } = readDemonstration();
const browser = await launchChromium();
const delays = [];
let shifted = 0;
for (const words of WORDS) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(watch, COUNT);
  await page.goto(`${baseUrl}/#key=${keys.scale}`);
  await page.getByRole('searchbox').waitFor();
  await page.goto(`${baseUrl}/?count=${COUNT}&read=0&q=${encodeURIComponent(words)}`);
  await page.waitForFunction(() => globalThis.painted > 0);
  await page.waitForLoadState('networkidle');
  const measured = await page.evaluate(() => {
    const [answer] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/v1/search'));
    return { delay: globalThis.painted - answer.responseEnd, shifted: globalThis.shifted };
  });
  delays.push(measured.delay);
  shifted = Math.max(shifted, measured.shifted);
  await page.close();
}
await browser.close();

delays.sort((a, b) => a - b);
const ms = (value) => `${value.toFixed(0)} ms`;
const median = delays[Math.floor(delays.length / 2)];
console.log(`${COUNT} tiles painted after the answer, ${delays.length} searches:`);
console.log(`  min ${ms(delays[0])}, median ${ms(median)}, max ${ms(delays.at(-1))}`);
console.log(`  layout shift within the grid, the most of any search: ${shifted}`);
