/**
 * Every key of the query cache. A key starts with its own name, so keys are unique; only one query function fills
 * each key, so readers can rely on the shape of its data.
 */
export const queryKeys = {
  activity: (filter: object) => ['activity', filter] as const,
  /** Without an id: matches all agreements. */
  agreement: (...id: [id: string] | []) => ['agreement', ...id] as const,
  agreementHistory: (...id: [id: string] | []) => ['agreementHistory', ...id] as const,
  /** Without a filter: matches all entries. */
  archive: (...filter: [filter: object] | []) => ['archive', ...filter] as const,
  archivedLoad: (load_id: string) => ['archivedLoad', load_id] as const,
  agreements: () => ['agreements'] as const,
  apiKeys: () => ['apiKeys'] as const,
  bulkConnections: () => ['bulkConnections'] as const,
  bulkJob: (job_id: string) => ['bulkJob', job_id] as const,
  bulkEmails: (job_id: string, done: number) => ['bulkEmails', job_id, done] as const,
  bulkUndo: (job_id: string) => ['bulkUndo', job_id] as const,
  bulkJobs: () => ['bulkJobs'] as const,
  company: () => ['company'] as const,
  connections: () => ['connections'] as const,
  /** Without a filter: matches all deliveries. */
  deliveries: (...filter: [state: string | null, event: string | null] | []) =>
    ['deliveries', ...filter] as const,
  delivery: (id: string) => ['delivery', id] as const,
  driverConnections: () => ['driverConnections'] as const,
  /** Without an id: matches every fleet. */
  fleet: (...id: [fleet_id: string] | []) => ['fleet', ...id] as const,
  fleets: () => ['fleets'] as const,
  fuelAgreements: () => ['fuelAgreements'] as const,
  fuelConnections: () => ['fuelConnections'] as const,
  fuelFindings: (import_id: string, state: string, question: object) =>
    ['fuelFindings', import_id, state, question] as const,
  fuelPlaces: (import_id: string, state: string) => ['fuelPlaces', import_id, state] as const,
  fuelRaw: (transaction_id: string) => ['fuelRaw', transaction_id] as const,
  fuelImport: (range: object | null) => ['fuelImport', range] as const,
  fuelSample: (import_id: string | undefined) => ['fuelSample', import_id] as const,
  fuelSummary: (import_id: string, state: string) => ['fuelSummary', import_id, state] as const,
  fuelVehicleSearch: (q: string) => ['fuelVehicleSearch', q] as const,
  fuelVehicles: (import_id: string, state: string, question: object) =>
    ['fuelVehicles', import_id, state, question] as const,
  emailOptOuts: () => ['emailOptOuts'] as const,
  handover: (change: number) => ['handover', change] as const,
  handoverOffers: () => ['handoverOffers'] as const,
  shiftReport: (since: number, until: number) => ['shiftReport', since, until] as const,
  webhooks: () => ['webhooks'] as const,
  invitation: (key: string, version: number) => ['invitation', key, version] as const,
  invitationDefaults: () => ['invitationDefaults'] as const,
  invitations: () => ['invitations'] as const,
  load: (load_id: string) => ['load', load_id] as const,
  /** Without arguments: matches every load. */
  loadContacts: (...of: [load_id: string, vehicle_id: string | null] | []) =>
    ['loadContacts', ...of] as const,
  loadEvidence: (load_id: string, vehicle_id: string | null, at: string | null) =>
    ['loadEvidence', load_id, vehicle_id, at] as const,
  loadHistory: (load_id: string, vehicle_id: string | null, period: string, at: string | null) =>
    ['loadHistory', load_id, vehicle_id, period, at] as const,
  loadList: (...id: [list_id: string] | []) => ['loadList', ...id] as const,
  /** With a load: the lists, each marked with whether it contains the load. */
  loadLists: (...of: [load_id: string | undefined] | []) => ['loadLists', ...of] as const,
  loadLookup: (texts: readonly string[]) => ['loadLookup', texts] as const,
  loadMonitors: (load_id: string) => ['loadMonitors', load_id] as const,
  loadTriage: (load_id: string, change: number) => ['loadTriage', load_id, change] as const,
  shareLinks: (load_id: string) => ['shareLinks', load_id] as const,
  loadPosting: () => ['loadPosting'] as const,
  messageSettings: () => ['messageSettings'] as const,
  monitor: (monitor_id: string) => ['monitor', monitor_id] as const,
  monitorSourceLoad: (load_id: string | null) => ['monitorSourceLoad', load_id] as const,
  monitorSourceMonitor: (monitor_id: string | null) => ['monitorSourceMonitor', monitor_id] as const,
  newestMonitors: () => ['newestMonitors'] as const,
  operation: (id: string) => ['operation', id] as const,
  operations: () => ['operations'] as const,
  /** Without a state: matches every state. */
  outgoingDeliveries: (...of: [webhook_id: string, state: string | null] | [webhook_id: string]) =>
    ['outgoingDeliveries', ...of] as const,
  outgoingDelivery: (delivery_id: string) => ['outgoingDelivery', delivery_id] as const,
  outgoingWebhooks: () => ['outgoingWebhooks'] as const,
  overview: (fleet_by: string | null, fleet: string | null, connection_id: string | null) =>
    ['overview', fleet_by, fleet, connection_id] as const,
  overviewConnections: () => ['overviewConnections'] as const,
  places: (q: string) => ['places', q] as const,
  cityIn: (name: string) => ['cityIn', name] as const,
  /** The request that created a load; `of` distinguishes the callers. */
  sentLoad: (load_id: string, of: string | null) => ['sentLoad', load_id, of] as const,
  sites: () => ['sites'] as const,
  tmsInvitations: () => ['tmsInvitations'] as const,
  triagePeople: () => ['triagePeople'] as const,
  unknownIntents: () => ['unknownIntents'] as const,
  usage: (...range: [from_month: string, to_month: string, partner_id: string | null] | []) =>
    ['usage', ...range] as const,
  usageEntities: (...page: [question: string, page: number] | []) => ['usageEntities', ...page] as const,
  usageImport: (from_month: string, to_month: string, partner_id: string | null) =>
    ['usageImport', from_month, to_month, partner_id] as const,
  views: () => ['views'] as const,
  vehicleFacts: (question: string) => ['vehicleFacts', question] as const,
};
