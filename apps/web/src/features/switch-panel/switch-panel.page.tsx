import type { SwitchEnVivo } from '@acequia/contracts';
import { Center, Skeleton, Spinner, Stack, Text } from '@chakra-ui/react';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RefreshIcon, SwitchIcon, OfflineIcon } from '../../components/icons.js';
import { onDemand } from '../../components/on-demand.js';
import { PushButton } from '../../components/push-button.js';
import { useServerThere } from '../../lib/live/live.js';
import { neverCame, queryClient } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { STORAGE_KEYS, readUsuario } from '../../lib/session.js';
import { switchesOfUsuario, useSwitchesOfUsuario } from './api/switches-of-usuario.js';
import { DialogOnDemand } from './components/dialog-on-demand.js';
import { Overview } from './components/overview.js';
import { SwitchRows } from './components/switch-rows.js';
import { SwitchTable } from './components/switch-table.js';
import { TurnosUnread } from './components/turnos-unread.js';
import { TurnOnProvider } from '../../entities/switch/turn-on.js';
import { StopAllButton } from '../../entities/programa/stop-all-button.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { showWhole, useWideScreen } from '../../lib/screen.js';
import { useByClock } from '../../lib/time/clock.js';
import { useLastChanges } from './api/last-changes.js';
import { useRightRanges } from './api/right-ranges.js';
import { useTurnos } from './api/turnos.js';
import { hasProblem, matches, type Filter, type Which } from './lib/filter.js';
import { pairsOf } from './lib/pairs.js';
import { texts } from './textos.js';
import './switch-panel.page.css';

// What is below the switches comes after them.
const SensorHistory = onDemand({
  nombre: 'grafica-panel',
  load: () => import('./components/sensor-history.js'),
  height: '7rem',
});
const GeneralHistory = onDemand({
  nombre: 'historial-panel',
  load: () => import('./components/general-history.js'),
  height: '7rem',
});

/** The list is asked for before the first drawing, which then need not wait for it when its answer is there (src/main.ts). */
export function loader(): null {
  const usuario = readUsuario();
  if (usuario) void queryClient.prefetchQuery(switchesOfUsuario(usuario.id));
  return null;
}

/** A filter in the address changes nothing about what was asked for. */
export const shouldRevalidate = (): boolean => false;

export function Component() {
  const usuario = readUsuario();
  const usuarioId = usuario?.id ?? 0;
  useLiveTurnos();
  const switches = useSwitchesOfUsuario(usuarioId);
  const connected = useServerThere();
  const [updating, setUpdating] = useState(false);
  const [chosenKey, setChosenKey] = useState(() => localStorage.getItem(STORAGE_KEYS.par));
  const failure = neverCame(switches) && !switches.data;
  const loading = switches.isLoading && !failure;
  // Draw the switches first: the chart and the history below take a slow phone longer than the first rows do.
  const complete = useDeferredValue(true, false);
  // PANEL-13: a list that never loaded is shown empty; one that did is kept, with the age of its values.
  const pairs = pairsOf(switches.data ?? []);
  const active = switches.data?.filter(({ activo }) => Boolean(activo));
  const [filter, setFilter] = useFilter();
  const problemIds = useByClock((now) => (active ?? []).flatMap((sw) => (hasProblem(sw, now) ? [sw.id] : [])).join());
  const problems = new Set(problemIds.split(',').map(Number));
  if (problemIds === '') problems.clear();
  const shown = (sw: SwitchEnVivo) => matches(sw, filter, problems);
  const ranges = useRightRanges(complete && (active?.some(({ tiene_sensor }) => tiene_sensor === 1) ?? false));
  const face = { pairs, shown, changes: useLastChanges(usuarioId), turnos: useTurnos(), ranges };
  const wide = useWideScreen();
  const chosenPair = pairs.find(({ key }) => key === chosenKey) ?? pairs[0];

  const choose = (key: string) => {
    localStorage.setItem(STORAGE_KEYS.par, key);
    setChosenKey(key);
  };

  // Only a requested update shows as busy. The button is not `disabled`, because it would lose the keyboard focus.
  const update = async () => {
    if (updating) return;
    setUpdating(true);
    await switches.refetch();
    setUpdating(false);
  };

  // By keys: a window that turns moves a button, and closes nothing that it has opened.
  const stopAllButton = <StopAllButton key="stop" empresaId={null} />;
  const updateButton = (
    <PushButton key="update" variant="solid" onClick={() => void update()} aria-busy={updating}>
      {updating ? <Spinner size="sm" /> : <RefreshIcon />} {texts.update}
    </PushButton>
  );
  const jumps = (['grafica', 'historial'] as const).map((part) => (
    <PushButton key={part} variant="outline" onClick={() => document.getElementById(part)?.scrollIntoView()}>
      {texts.jumps[part]}
    </PushButton>
  ));

  return (
    <TurnOnProvider turnos={face.turnos}>
      <div className="panel-pagina">
        <div className="panel-cabeza">
          <h1>{texts.title}</h1>
          <div role="group" aria-label={texts.actionsLabel} onFocus={showWhole}>
            {wide ? [stopAllButton, updateButton] : [updateButton, stopAllButton, ...jumps]}
          </div>
        </div>
        {!loading && (failure || pairs.length > 0) && (
          <Overview
            switches={failure ? undefined : active}
            turnos={face.turnos}
            changes={face.changes}
            problems={problems}
            filter={filter}
            onFilter={setFilter}
          />
        )}
        <TurnosUnread />
        {lastFailed(switches) && switches.data && connected && (
          <Text role="alert" color="fg.warning">
            {texts.listError}
          </Text>
        )}
        <section className="panel-lista">
          {loading ? (
            <Waiting />
          ) : pairs.length > 0 ? (
            !active?.some(shown) ? (
              <NoneMatches onAll={() => setFilter({ which: 'todo', zona: '', search: '' })} />
            ) : (
              <DialogOnDemand switches={switches.data ?? []} comandosOf={(id) => `/panel/comandos?switch=${id}`}>
                {wide ? <SwitchTable {...face} /> : <SwitchRows {...face} />}
              </DialogOnDemand>
            )
          ) : switches.data ? (
            <Empty icon={<SwitchIcon />} title={texts.empty} help={texts.emptyHelp} />
          ) : (
            <Empty icon={<OfflineIcon />} title={texts.firstListError} help={texts.errorHelp} error />
          )}
        </section>
        <div id="grafica" className="panel-parte">
          {complete && (
            <SensorHistory
              again={switches.dataUpdatedAt}
              pairs={pairs}
              chosenPair={chosenPair}
              onChoose={choose}
              loading={loading}
              failure={failure}
            />
          )}
        </div>
        <div id="historial" className="panel-parte">
          {complete && (
            <GeneralHistory
              again={switches.dataUpdatedAt}
              usuarioId={usuarioId}
              empresaId={usuario?.empresa_id ?? null}
            />
          )}
        </div>
      </div>
    </TurnOnProvider>
  );
}

const WHICH: readonly string[] = ['encendidos', 'problema'] satisfies Which[];

/** The filter is kept in the address, so that Back and a shared link restore it. */
function useFilter(): [Filter, (filter: Filter) => void] {
  const [params, setParams] = useSearchParams();
  const which = params.get('ver') ?? '';
  const filter: Filter = {
    which: WHICH.includes(which) ? (which as Which) : 'todo',
    zona: params.get('zona') ?? '',
    search: params.get('q') ?? '',
  };
  const setFilter = ({ which, zona, search }: Filter): void => {
    const next = { ...(which !== 'todo' && { ver: which }), ...(zona && { zona }), ...(search && { q: search }) };
    setParams(next, { replace: true });
  };
  return [filter, setFilter];
}

function NoneMatches({ onAll }: { onAll: () => void }) {
  return (
    <Center py="10" px="6" flexDirection="column" gap="3">
      <Text color="fg.muted">{texts.noneMatches}</Text>
      <PushButton variant="outline" onClick={onAll}>
        {texts.showAll}
      </PushButton>
    </Center>
  );
}

function Waiting() {
  return (
    <Stack p="4" gap="4" aria-busy>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h="12" />
      ))}
    </Stack>
  );
}

interface EmptyProps {
  icon: ReactNode;
  title: string;
  help: string;
  error?: boolean;
}

function Empty({ icon, title, help, error = false }: EmptyProps) {
  return (
    <Center
      data-vacio
      py="14"
      px="6"
      flexDirection="column"
      gap="2"
      textAlign="center"
      role={error ? 'alert' : undefined}
    >
      <Text fontSize="3xl" color={error ? 'fg.warning' : 'fg.subtle'}>
        {icon}
      </Text>
      <Text fontWeight="600">{title}</Text>
      <Text color="fg.muted">{help}</Text>
    </Center>
  );
}
