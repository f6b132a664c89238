import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

const ticks = { fontSize: 13, fill: 'var(--color-ink-soft)' };

const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;

/** One bar per day. */
export default function ClicksChart({ clicks }: { clicks: { day: string; clicks: number }[] }) {
  return (
    <ResponsiveContainer width="100%" height={224}>
      <BarChart data={clicks} margin={{ top: 8, right: 4, bottom: 0, left: -24 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          tick={ticks}
          tickLine={false}
          axisLine={false}
          minTickGap={24}
        />
        <YAxis allowDecimals={false} tick={ticks} tickLine={false} axisLine={false} />
        <Tooltip
          cursor={{ fill: 'var(--color-sea-tint)' }}
          labelFormatter={(day) => (typeof day === 'string' ? shortDay(day) : '')}
          contentStyle={{
            background: 'var(--color-raised)',
            border: '1px solid var(--color-line)',
            borderRadius: 'var(--radius-md)',
            color: 'var(--color-ink)',
          }}
          itemStyle={{ color: 'var(--color-ink)' }}
        />
        <Bar dataKey="clicks" name="Cliques" fill="var(--color-sea)" radius={[4, 4, 0, 0]} maxBarSize={18} />
      </BarChart>
    </ResponsiveContainer>
  );
}
