import { AVISO_TYPES } from '@acequia/contracts';
import { Box, Button, Flex, Grid, Heading } from '@chakra-ui/react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { AvisosAsked } from '../../entities/aviso/aviso-list.js';
import { avisosOf, useAvisos } from '../../entities/aviso/use-avisos.js';
import { dialogOnDemand } from '../../components/dialog-on-demand.js';
import { NoEmpresa } from '../../entities/empresa/no-empresa.js';
import { StopAllButton } from '../../entities/programa/stop-all-button.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { useAddress } from '../../lib/address.js';
import { dayOf } from '../../lib/format/format.js';
import { neverCame, queryClient } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { useEmpresas, useLastOrders, usePulses, useRiegoHoy } from './api/situation.js';
import { NearTurnos } from './components/near-turnos.js';
import { OnDuty, PlatformOnDuty } from './components/on-duty.js';
import { ProblemList } from './components/problem-list.js';
import { Strip } from './components/strip.js';
import { Tiles } from './components/tiles.js';
import { useWall } from './components/use-wall.js';
import { countByKind } from './lib/strip.js';
import { tilesOf } from './lib/tiles.js';
import { texts } from './textos.js';

const WallLinks = dialogOnDemand(async () => (await import('./components/wall-links.js')).default);

/** Text on a wall display must be readable from five metres. */
const WALL_ZOOM = 1.7;
/** Nobody hangs a phone on a wall. */
const AT_A_DESK = { base: 'none', md: 'inline-flex' };

const ALL_OPEN: AvisosAsked = { empresa: null, onlyOpen: true };

/** The alarms are asked for before the first drawing, which then need not wait for them when they are there (src/main.ts). */
export function loader(): null {
  if (readUsuario()) void queryClient.prefetchQuery(avisosOf(ALL_OPEN));
  return null;
}

/** A filter in the address changes nothing about what was asked for. */
export const shouldRevalidate = (): boolean => false;

/** The open alarms of all companies, worst first, and a tile per company. */
export function Component() {
  const usuario = readUsuario();
  const isGlobal = usuario?.rol === 'admin_global';
  const { params, change } = useAddress();
  const avisos = useAvisos(ALL_OPEN);
  // Load the list of alarms first; the other data only after it has arrived.
  const here = avisos.data !== undefined || neverCame(avisos);
  // Draw it before the tiles of the companies, too.
  const besides = useDeferredValue(here, false);
  const empresas = useEmpresas(isGlobal);
  const orders = useLastOrders(null, (avisos.data?.length ?? 0) > 0);
  const empresa = Number(params.get('empresa')) || null;
  const dutyOf = empresa ?? usuario?.empresa_id ?? null;
  const riego = useRiegoHoy(null, here);
  const riegoOfEmpresa = useRiegoHoy(empresa, here && empresa !== null);
  const near = empresa === null ? riego : riegoOfEmpresa;
  const sheet = useRef<HTMLDivElement>(null);
  const { wall, toggle } = useWall(sheet);
  const [linking, setLinking] = useState(false);

  const tipo = AVISO_TYPES.find((each) => each === params.get('tipo')) ?? null;
  const names = useMemo(() => new Map(empresas.data?.map(({ id, nombre }) => [id, nombre])), [empresas.data]);
  const ofEmpresa = useMemo(
    () => avisos.data?.filter(({ empresa_id }) => empresa === null || empresa_id === empresa),
    [avisos.data, empresa],
  );
  const counted = useMemo(() => countByKind(ofEmpresa ?? []), [ofEmpresa]);
  const rows = useMemo(
    () => (tipo === null ? ofEmpresa : ofEmpresa?.filter((one) => one.tipo === tipo)),
    [ofEmpresa, tipo],
  );
  const empresaOf = useCallback(
    (id: number) => (isGlobal && empresa === null ? (names.get(id) ?? `#${id}`) : null),
    [isGlobal, empresa, names],
  );

  return (
    <Box
      ref={sheet}
      bg="bg.panel"
      borderWidth="1px"
      rounded="lg"
      p={{ base: 4, md: 5 }}
      overflowY="auto"
      style={wall ? { zoom: WALL_ZOOM } : undefined}
    >
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {texts.title}
          {isGlobal && empresa !== null && names.has(empresa) && `: ${names.get(empresa)}`}
        </Heading>
        {ofEmpresa && ofEmpresa.length > 0 && (
          <Box flex={{ base: '1 0 100%', lg: '1' }} order={{ base: 1, lg: 0 }} minW="0">
            <Strip
              counted={counted}
              total={ofEmpresa.length}
              chosen={tipo}
              onChoose={(one) => change({ tipo: one ?? '' }, true)}
            />
          </Box>
        )}
        <Flex gap="2" wrap="wrap" ms="auto">
          {isGlobal && empresa !== null && (
            <Button variant="ghost" onClick={() => change({ empresa: '' }, true)}>
              {texts.filterOff}
            </Button>
          )}
          {!wall && (
            <Button variant="ghost" display={AT_A_DESK} onClick={() => setLinking(true)}>
              {texts.links.button}
            </Button>
          )}
          {!wall && <StopAllButton empresaId={empresa} />}
          <Button variant="outline" display={AT_A_DESK} onClick={toggle}>
            {wall ? texts.wall.exit : texts.wall.enter}
          </Button>
        </Flex>
      </Flex>
      {besides && isGlobal && <PlatformOnDuty />}
      {besides && dutyOf !== null && <OnDuty key={dutyOf} empresaId={dutyOf} />}
      <Grid mt="4" gap="6" templateColumns={{ base: '1fr', lg: isGlobal ? 'minmax(0, 1fr) 19rem' : '1fr' }}>
        <Box as="section" minW="0">
          <Heading as="h2" size="lg" mb="2">
            {texts.now}
          </Heading>
          <ProblemList
            avisos={avisos}
            rows={rows}
            filtered={(ofEmpresa?.length ?? 0) > 0}
            empresa={empresa}
            empresaOf={empresaOf}
            orders={orders.data ?? []}
            wall={wall}
          />
          {besides && (
            <Box mt="6">
              <NearTurnos riego={near.data} failed={neverCame(near)} empresaOf={empresaOf} />
            </Box>
          )}
        </Box>
        {isGlobal && besides && (
          <Companies
            chosen={empresa}
            avisos={avisos.data}
            water={riego.data?.agua}
            empresas={empresas}
            onChoose={(id) => change({ empresa: id === null ? '' : String(id) }, true)}
          />
        )}
      </Grid>
      {linking && (
        <WallLinks
          empresa={isGlobal ? empresa : (usuario?.empresa_id ?? null)}
          nameOf={(id) =>
            id === null ? texts.links.all : ((isGlobal ? names.get(id) : usuario?.empresa_nombre) ?? `#${id}`)
          }
          onClose={() => setLinking(false)}
        />
      )}
    </Box>
  );
}

interface CompaniesProps extends Pick<Parameters<typeof tilesOf>[0], 'avisos' | 'water'> {
  empresas: ReturnType<typeof useEmpresas>;
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** A separate component, so that thousands of boards are read only after the list is drawn. */
function Companies({ chosen, onChoose, avisos, water, empresas }: CompaniesProps) {
  const placas = usePlacas();
  const pulses = usePulses(true);
  const tiles = useMemo(
    () =>
      tilesOf({
        empresas: empresas.data ?? [],
        placas: placas.data,
        avisos,
        pulses: pulses.data,
        water,
        today: dayOf(serverNow()) ?? '',
      }),
    [empresas.data, placas.data, avisos, pulses.data, water],
  );
  return (
    <Box as="section" minW="0">
      <Heading as="h2" size="lg" mb="2">
        {texts.empresas}
      </Heading>
      {empresas.data ? <Tiles tiles={tiles} chosen={chosen} onChoose={onChoose} /> : <NoEmpresa selection={empresas} />}
    </Box>
  );
}
