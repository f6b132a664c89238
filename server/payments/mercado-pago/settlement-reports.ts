/** MercadoPago's account money report: requested, then listed, then downloaded. */
import type { SettlementReports } from '../providers/payment-provider.ts';
import { mapResult, readAs } from '../provider-client/response.ts';
import type { MercadoPagoClient } from './client.ts';
import { wireSettlementReport } from './wire.ts';

const PATH = '/v1/account/settlement_report';
/** Other formats are offered under other names. */
const CSV = /\.csv$/i;

export function createSettlementReports(client: MercadoPagoClient): SettlementReports {
  return {
    async request(from, until) {
      const body = { begin_date: wholeSecond(from), end_date: wholeSecond(until) };
      return mapResult(await client.write('POST', PATH, body, null), () => undefined);
    },
    async list() {
      const listed = readAs(await client.read(`${PATH}/list`), wireSettlementReport.array());
      return mapResult(listed, (reports) =>
        reports.flatMap(({ file_name: name, end_date: coversUntil }) =>
          name && CSV.test(name) ? [{ name, coversUntil }] : [],
        ),
      );
    },
    read: (name) => client.readText(`${PATH}/${encodeURIComponent(name)}`),
  };
}

/** The report's interface takes no fractions. */
function wholeSecond(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, 'Z');
}
