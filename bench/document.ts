import type { Report } from './report.ts';
export function writeDocument(_report: Report): void {}
