import { chromium } from 'playwright';
const [login, ...paths] = process.argv.slice(2);
const base = 'http://localhost:3124';
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
});
for (const [name, width] of [
  ['d', 1280],
  ['p', 360],
]) {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Maceio',
  });
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', page.url(), m.text()));
  if (login !== '-') {
    const a = await page.request.post(base + '/auth/v1/token?grant_type=password', {
      data: { email: login + '@exemplo.com.br', password: login + '123' },
    });
    const s = JSON.stringify(await a.json());
    await page.addInitScript((v) => localStorage.setItem('mare.auth', v), s);
  }
  for (const path of paths) {
    await page.goto(base + path, { waitUntil: 'networkidle' }).catch(() => {});
    await page.waitForTimeout(500);
    const w = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    if (w[0] > w[1]) console.log('SIDEWAYS', path, name, w);
    await page.screenshot({
      path: `/tmp/panel-shots/${path.replaceAll(/[^a-z0-9]/gi, '_')}-${name}.png`,
      fullPage: true,
    });
  }
  await page.close();
}
await browser.close();
