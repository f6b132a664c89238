/** `npm run audit`: known vulnerabilities of production dependencies. Passes without a network. */
import { capture, ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
const { output } = await capture('npm', ['audit', '--omit=dev', '--json']);
let report;
try {
  report = JSON.parse(output.slice(output.indexOf('{')));
} catch {
  report = { error: { summary: output.trim() } };
}
if (!report.metadata) {
  console.log(`Não verificado, sem rede: ${report.error?.summary ?? 'sem resposta'}`);
  process.exit(0);
}
const { high, critical } = report.metadata.vulnerabilities;
for (const [name, { severity, range }] of Object.entries(report.vulnerabilities))
  console.log(`${severity.padEnd(9)} ${name} ${range}`);
console.log(`${high + critical} graves`);
process.exit(high + critical > 0 ? 1 : 0);
