import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Sales, SalesPeriod } from '@mare/contract/admin/admin.ts';
import { formatDayOfYear, formatTime } from '@mare/domain/format.ts';
import { formatBrl, formatInteger, formatShortBrl } from '../../format.ts';

interface Row {
  when: string;
  reais: number;
  orders: number;
}

function renderTip({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const row = payload?.[0]?.payload as Row | undefined;
  if (!active || !row) return null;
  return (
    <p className="rounded-md border border-line bg-raised px-3 py-2 text-sm shadow-lift">
      {row.when}
      <br />
      <strong>{formatBrl(Math.round(row.reais * 100))}</strong> em {formatInteger(row.orders)}{' '}
      {row.orders === 1 ? 'pedido pago' : 'pedidos pagos'}
    </p>
  );
}

interface SalesChartProps {
  points: Sales['points'];
  period: SalesPeriod;
}

/** Loaded lazily: the chart library is larger than the rest of the panel. */
export default function SalesChart({ points, period }: SalesChartProps) {
  const format = period === 'day' ? formatTime : formatDayOfYear;
  const rows = points.map((point): Row => ({
    when: format(point.at),
    reais: point.revenueCentavos / 100,
    orders: point.paidOrders,
  }));
  return (
    <ResponsiveContainer width="100%" height={260}>
      <AreaChart data={rows} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="when"
          minTickGap={28}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--color-ink-soft)', fontSize: 13 }}
        />
        <YAxis
          width={72}
          tickLine={false}
          axisLine={false}
          tick={{ fill: 'var(--color-ink-soft)', fontSize: 13 }}
          tickFormatter={(reais: number) => formatShortBrl(reais * 100)}
        />
        <Tooltip cursor={{ stroke: 'var(--color-sea)' }} content={renderTip} />
        <Area
          type="monotone"
          dataKey="reais"
          stroke="var(--color-sea)"
          strokeWidth={2}
          fill="var(--color-sea-tint)"
          isAnimationActive={false}
        />
      </AreaChart>
    </ResponsiveContainer>
  );
}
