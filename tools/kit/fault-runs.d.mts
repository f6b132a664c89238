export declare function readRuns(): object[];
export declare function withTables(document: string, runs: object[]): string;
