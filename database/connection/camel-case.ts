/** Maps camelCase columns in code to snake_case in the database. */
import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresDialect,
  PostgresQueryCompiler,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';

/** Renames result columns. Queries are renamed while they compile, which saves a copy of each query tree. */
class CamelCaseResults extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  /** Keys inside JSON columns are not renamed. */
  override mapRow(row: UnknownRow): UnknownRow {
    const renamed: UnknownRow = {};
    for (const name of Object.keys(row)) renamed[this.camelCase(name)] = row[name];
    return renamed;
  }

  toSnakeCase(name: string): string {
    return this.snakeCase(name);
  }
}

export const camelCaseResults = new CamelCaseResults();

class SnakeCaseCompiler extends PostgresQueryCompiler {
  override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(camelCaseResults.toSnakeCase(identifier));
  }
}

export class SnakeCaseDialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler();
  }
}
