/** Walks the procedures of the contract and their implementations. */
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract';
import { type AnyProcedure, isProcedure } from '@orpc/server';
import { contract } from '@mare/contract/contract.ts';

/** By name, e.g. `orders.page`. */
export const PROCEDURES: ReadonlyMap<string, AnyContractProcedure> = new Map(proceduresIn(contract));
export const PROCEDURE_NAMES = [...PROCEDURES.keys()];

function proceduresIn(router: object, prefix = ''): [name: string, procedure: AnyContractProcedure][] {
  return Object.entries(router).flatMap(([key, entry]: [string, object]) =>
    isContractProcedure(entry)
      ? [[prefix + key, entry] satisfies [string, AnyContractProcedure]]
      : proceduresIn(entry, `${prefix}${key}.`),
  );
}

/** @param router of the server, or a client */
export function lookUp(router: unknown, name: string): unknown {
  return name.split('.').reduce((level, key) => (level as Record<string, unknown>)[key], router);
}

export function implementationOf(router: unknown, name: string): AnyProcedure {
  const procedure = lookUp(router, name);
  if (!isProcedure(procedure)) throw new Error(`${name} is not implemented`);
  return procedure;
}
