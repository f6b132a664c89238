/** Filters of each export: one strict schema for its query string. */
import { z } from 'zod';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { peopleFilters } from '@mare/contract/admin/people-admin.ts';

/** Unknown parameters are an error: ignoring one would export more than was filtered. */
function queryOf<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape);
  const filters = known.length > 0 ? `Os filtros dela são: ${known.join(', ')}.` : 'Ela não tem filtros.';
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `não conhece: ${issue.keys.join(', ')}. ${filters}` : undefined,
  });
}

const NO_FILTERS = queryOf({});

/** Days in Maceió, both included. Without a period, everything. */
const PERIOD = queryOf({
  de: z.iso.date().default('2000-01-01'),
  ate: z.iso.date().default('2999-12-31'),
})
  .refine(({ de, ate }) => de <= ate)
  .transform(({ de, ate }) => ({ period: { from: de, to: ate } }));

export const exportFilters = {
  pessoas: queryOf(peopleFilters.shape),
  pedidos: queryOf(orderFilters.shape).transform((orders) => ({ orders })),
  vendas: PERIOD,
  movimento: PERIOD,
  rankings: NO_FILTERS,
  visitas: NO_FILTERS,
  coortes: NO_FILTERS,
  rifas: NO_FILTERS,
  afiliados: NO_FILTERS,
  parceiros: NO_FILTERS,
  campanhas: NO_FILTERS,
  atendimento: NO_FILTERS,
  cupons: NO_FILTERS,
  vouchers: NO_FILTERS,
  compradores: queryOf({ rifa: z.uuid() }).transform(({ rifa }) => ({ rifaId: rifa })),
} satisfies Record<string, z.ZodType>;

export type ExportFilter<Name extends keyof typeof exportFilters> = z.output<(typeof exportFilters)[Name]>;

/** A message that names the parameters which the list does not have; undefined if there are none. */
export function describeUnknown(name: keyof typeof exportFilters, error: z.ZodError): string | undefined {
  const unknown = error.issues.find(({ code }) => code === 'unrecognized_keys');
  return unknown && `A exportação de ${name} ${unknown.message}`;
}
