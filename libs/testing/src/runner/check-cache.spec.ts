import { graphDigest, type ProjectGraph } from './check-cache.js';

const graph = (): ProjectGraph => ({
  nodes: {
    web: { data: { root: 'apps/web', tags: ['type:web', 'npm:private'] } },
    bus: { data: { root: 'libs/bus', tags: ['type:bus'] } },
  },
  dependencies: {
    web: [
      { target: 'bus', type: 'static' },
      { target: 'npm:react', type: 'static' },
    ],
    bus: [],
  },
});

describe('what the linter remembers is good', () => {
  it('while projects, tags and dependencies are the same, in whatever order', () => {
    const { nodes, dependencies } = graph();
    const other = {
      nodes: { bus: nodes['bus']!, web: { data: { root: 'apps/web', tags: ['npm:private', 'type:web'] } } },
      dependencies: { bus: [], web: dependencies['web']!.toReversed() },
    };
    expect(graphDigest(other)).toBe(graphDigest(graph()));
  });

  const changes: [string, (changed: ProjectGraph) => unknown][] = [
    ['a tag', ({ nodes }) => (nodes['bus']!.data.tags = ['type:web'])],
    ['a folder', ({ nodes }) => (nodes['bus']!.data.root = 'libs/other')],
    ['a dependency', ({ dependencies }) => dependencies['bus']!.push({ target: 'web', type: 'static' })],
    ['a project', ({ nodes }) => (nodes['new'] = { data: { root: 'libs/new' } })],
  ];
  it.each(changes)('no longer when %s changes', (_what, change) => {
    const changed = graph();
    change(changed);
    expect(graphDigest(changed)).not.toBe(graphDigest(graph()));
  });
});
