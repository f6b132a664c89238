/** Charts of the support desk. Loaded lazily because of their library. */
import type { ReactNode } from 'react';
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DeskMetrics } from '@mare/contract/support/desk-tickets.ts';
import { Card } from '../../ui/card.tsx';

const AXIS = { stroke: 'var(--color-ink-soft)', fontSize: 12 };
const TOOLTIP = {
  contentStyle: {
    background: 'var(--color-raised)',
    border: '1px solid var(--color-line)',
    borderRadius: 8,
    color: 'var(--color-ink)',
  },
  cursor: { fill: 'var(--color-sea-tint)' },
};

export default function DeskCharts({ metrics }: { metrics: DeskMetrics }) {
  const byDay = metrics.byDay.map(({ day, opened, resolved }) => ({
    label: day.slice(8, 10) + '/' + day.slice(5, 7),
    opened,
    resolved,
  }));
  const byHour = metrics.byHour.map((opened, hour) => ({ label: `${hour}h`, opened }));
  const byRating = metrics.ratings.map((count, at) => ({ label: `${at + 1} ★`, count }));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-2">
      <Chart
        title="Abertos e resolvidos por dia"
        columns={['Dia', 'Abertos', 'Resolvidos']}
        rows={byDay.map(({ label, opened, resolved }) => [label, opened, resolved])}
        className="xl:col-span-2"
      >
        <BarChart accessibilityLayer={false} data={byDay}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="label" {...AXIS} />
          <YAxis allowDecimals={false} width={32} {...AXIS} />
          <Tooltip {...TOOLTIP} />
          <Legend />
          <Bar dataKey="opened" name="Abertos" fill="var(--color-sea)" radius={3} isAnimationActive={false} />
          <Bar
            dataKey="resolved"
            name="Resolvidos"
            fill="var(--color-coral)"
            radius={3}
            isAnimationActive={false}
          />
        </BarChart>
      </Chart>
      <Chart
        title="Abertos por hora do dia"
        columns={['Hora', 'Abertos']}
        rows={byHour.map(({ label, opened }) => [label, opened])}
      >
        <BarChart accessibilityLayer={false} data={byHour}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="label" {...AXIS} />
          <YAxis allowDecimals={false} width={32} {...AXIS} />
          <Tooltip {...TOOLTIP} />
          <Bar dataKey="opened" name="Abertos" fill="var(--color-sea)" radius={3} isAnimationActive={false} />
        </BarChart>
      </Chart>
      <Chart
        title="Avaliações"
        columns={['Nota', 'Avaliações']}
        rows={byRating.map(({ count }, at) => [at === 0 ? '1 estrela' : `${at + 1} estrelas`, count])}
      >
        <BarChart accessibilityLayer={false} data={byRating}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis dataKey="label" {...AXIS} />
          <YAxis allowDecimals={false} width={32} {...AXIS} />
          <Tooltip {...TOOLTIP} />
          <Bar
            dataKey="count"
            name="Avaliações"
            fill="var(--color-coral)"
            radius={3}
            isAnimationActive={false}
          />
        </BarChart>
      </Chart>
    </div>
  );
}

interface ChartProps {
  title: string;
  columns: string[];
  /** The same numbers for screen readers, each row after its name. */
  rows: [name: string, ...numbers: number[]][];
  className?: string;
  children: ReactNode;
}

function Chart({ title, columns, rows, className, children }: ChartProps) {
  return (
    <Card padded className={className}>
      <h2 className="mb-4 text-xl">{title}</h2>
      <div aria-hidden className="h-64">
        <ResponsiveContainer>{children}</ResponsiveContainer>
      </div>
      <table className="sr-only">
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(([, ...numbers]) => numbers.some((number) => number > 0))
            .map(([name, ...numbers]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {numbers.map((number, at) => (
                  <td key={columns[at + 1]}>{number}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </Card>
  );
}
