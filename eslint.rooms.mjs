import { readdirSync } from 'node:fs';

/** How many folders deep a room's files lie at most. */
const DEPTHS = [0, 1, 2];

/** Folders of a project that are no rooms. */
const NO_ROOMS = ['migrations', 'test'];

/** Each folder is a room, and a room imports only from rooms above it in the list, so no two can import each other. */
const checkList = (src, allowed) => {
  const names = Object.keys(allowed);
  for (const [at, room] of names.entries()) {
    const wrong = allowed[room].find((other) => !names.slice(0, at).includes(other));
    if (wrong !== undefined) throw new Error(`${src}: the room ${room} names ${wrong}, which is not listed before it`);
  }
  const folders = readdirSync(new URL(src, import.meta.url), { withFileTypes: true }).filter((e) => e.isDirectory());
  const known = [...NO_ROOMS, ...names.map((name) => name.split('/')[0])];
  const missing = folders.find(({ name }) => !known.includes(name));
  if (missing !== undefined) throw new Error(`${src}: the folder ${missing.name} is no room of eslint.rooms.mjs`);
};

/**
 * Inside a project: which rooms (folders) a room may import from, the lowest first. Specs and fixtures may from all.
 * @throws Error when the list lacks a folder, or a room names one that is not listed before it.
 */
const rooms = (src, allowed) => {
  checkList(src, allowed);
  return Object.keys(allowed).map((room) => {
    const others = Object.keys(allowed).filter((other) => other !== room && !allowed[room].includes(other));
    const paths = others.flatMap((other) => {
      const [folder, inner] = other.split('/');
      const isSibling = inner !== undefined && room.startsWith(`${folder}/`);
      const up = '../'.repeat(room.split('/').length);
      return DEPTHS.flatMap((depth) => {
        const down = '../'.repeat(depth);
        return [`${down}${up}${other}/**`, ...(isSibling ? [`${down}../${inner}/**`] : [])];
      });
    });
    const patterns = [
      { group: ['@acequia/*/spec-support'], message: 'For specs.' },
      ...(paths.length > 0 ? [{ group: paths, message: `The room ${room} does not know that room.` }] : []),
    ];
    return {
      files: [`${src}/${room}/**/*.{ts,tsx}`],
      ignores: ['**/*.spec.{ts,tsx}', '**/*.fixture.{ts,tsx}'],
      rules: { 'no-restricted-imports': ['error', { patterns }] },
    };
  });
};

const features = readdirSync(new URL('apps/web/src/features', import.meta.url)).map((name) => `features/${name}`);

export const allRooms = [
  ...rooms('apps/api-gateway/src', {
    docs: [],
    exports: [],
    routing: [],
    web: [],
    limits: ['routing'],
    session: ['routing', 'limits'],
    live: ['session'],
    http: ['routing', 'limits', 'docs', 'exports', 'live', 'web'],
  }),
  ...rooms('apps/auth-tenancy/src', {
    storage: [],
    vistas: [],
    asignaciones: ['storage'],
    auditoria: ['storage'],
    muros: ['storage'],
    sessions: ['storage'],
    tokens: ['storage'],
    telegram: ['storage'],
    usuarios: ['storage', 'asignaciones', 'sessions'],
    empresas: ['storage', 'asignaciones', 'sessions', 'usuarios'],
    importacion: ['storage', 'asignaciones', 'sessions', 'usuarios', 'empresas'],
  }),
  ...rooms('apps/inventory/src', {
    auditoria: [],
    empresas: [],
    protecciones: ['auditoria', 'empresas'],
    puntos: ['auditoria', 'empresas', 'protecciones'],
    placas: ['auditoria', 'empresas', 'puntos'],
    enclavamientos: ['auditoria', 'empresas'],
    dispositivos: ['auditoria', 'empresas'],
    switches: ['auditoria', 'empresas', 'placas', 'enclavamientos', 'dispositivos', 'protecciones', 'puntos'],
    asignaciones: ['dispositivos', 'switches'],
    importacion: ['empresas', 'placas', 'switches'],
    projection: ['empresas', 'placas', 'enclavamientos', 'dispositivos', 'switches', 'puntos'],
  }),
  ...rooms('apps/device-gateway/src', {
    registry: [],
    changes: [],
    line: ['registry'],
    state: ['registry', 'changes'],
    presence: ['registry', 'changes'],
    updates: ['registry', 'line', 'state', 'presence'],
    plans: ['registry', 'updates'],
    'commands/ledger': ['registry', 'changes'],
    'commands/lockouts': ['registry', 'commands/ledger'],
    'commands/interlocks': ['registry', 'state', 'presence'],
    'commands/switches': [
      'registry',
      'state',
      'presence',
      'line',
      'plans',
      'commands/ledger',
      'commands/lockouts',
      'commands/interlocks',
    ],
    'commands/overdue': ['registry', 'state', 'plans', 'commands/ledger', 'commands/interlocks', 'commands/switches'],
    ingest: ['registry', 'state', 'presence', 'updates', 'plans', 'commands/switches'],
    doors: ['registry', 'presence', 'line', 'updates', 'plans', 'ingest'],
    medidas: ['changes', 'state', 'presence', 'ingest'],
    'relay-cloud': ['registry', 'changes', 'ingest', 'medidas', 'commands/ledger'],
    overview: ['registry', 'state', 'presence', 'plans', 'ingest', 'commands/switches'],
    protecciones: ['registry', 'state', 'presence', 'plans', 'medidas', 'commands/switches'],
  }),
  ...rooms('apps/telemetry-history/src', {
    rollups: [],
    'maintenance/partitions': [],
    'maintenance/deletion': ['maintenance/partitions'],
    'maintenance/verify': ['rollups'],
    projections: ['maintenance/deletion', 'rollups'],
    ingest: ['maintenance/partitions', 'rollups'],
    replica: [],
    queries: ['replica', 'rollups'],
    exports: ['maintenance/partitions', 'queries', 'ingest', 'replica'],
  }),
  ...rooms('apps/alerts/src', {
    audit: [],
    clock: [],
    field: [],
    rules: ['audit', 'clock', 'field'],
    silences: ['audit', 'field'],
    rota: ['clock'],
    deliveries: ['clock', 'rota'],
    avisos: ['audit', 'deliveries'],
    evaluation: ['clock', 'field', 'avisos', 'deliveries'],
    telegram: ['audit', 'field', 'silences', 'deliveries', 'avisos'],
    sms: ['audit', 'rota', 'deliveries', 'avisos', 'telegram'],
    guardia: ['audit', 'rota', 'sms', 'telegram'],
    channels: ['audit', 'field', 'deliveries', 'telegram', 'sms'],
    push: ['audit', 'deliveries', 'telegram'],
    quiet: ['audit', 'deliveries'],
    dossier: ['audit', 'clock', 'deliveries'],
    sender: ['avisos', 'deliveries', 'channels', 'telegram', 'sms', 'push', 'dossier'],
    summary: ['clock', 'deliveries', 'avisos'],
    trials: ['clock', 'field', 'deliveries', 'sms', 'telegram'],
    system: ['deliveries', 'rota', 'sms', 'telegram'],
  }),
  ...rooms('apps/automation/src', {
    audit: [],
    expansion: [],
    derived: ['expansion'],
    forecast: [],
    storage: ['expansion', 'forecast'],
    live: ['storage'],
    agenda: ['expansion', 'storage'],
    calculation: ['expansion', 'storage'],
    planning: ['expansion', 'derived', 'forecast', 'storage', 'live', 'agenda', 'calculation'],
    outcomes: ['storage', 'live'],
    cuenta: ['audit', 'expansion', 'storage', 'live', 'outcomes'],
    clima: ['audit', 'derived', 'storage', 'live', 'agenda', 'planning'],
    programas: ['audit', 'expansion', 'forecast', 'storage', 'planning', 'calculation', 'cuenta'],
    turnos: ['expansion', 'storage', 'planning', 'calculation'],
    'no-regar': ['audit', 'storage', 'planning'],
    execution: [
      'audit',
      'expansion',
      'storage',
      'live',
      'agenda',
      'calculation',
      'planning',
      'outcomes',
      'programas',
      'turnos',
    ],
    projection: ['storage', 'live', 'outcomes'],
    oracle: ['expansion', 'planning'],
  }),
  ...rooms('apps/web/src', {
    lib: [],
    components: ['lib'],
    entities: ['components', 'lib'],
    ...Object.fromEntries(features.map((feature) => [feature, ['entities', 'components', 'lib']])),
    app: [...features, 'entities', 'components', 'lib'],
  }),
];
