/** Where a snapshot came from, for the order's history. */
export type SnapshotSource =
  | 'webhook'
  | 'check'
  | 'create'
  | 'close'
  | 'return'
  | 'refund'
  | 'sweep'
  | 'admin';
