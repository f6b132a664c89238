/** Origin of a payment snapshot, recorded in the order's history. */
export type SnapshotSource =
  | 'webhook'
  | 'check'
  | 'create'
  | 'close'
  | 'return'
  | 'refund'
  | 'sweep'
  | 'admin';
