import { AVISO_TYPES } from '@acequia/contracts';
import { Box, Button, Flex, Grid, Heading, Skeleton, Text } from '@chakra-ui/react';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { EmptyNotice } from '../../components/empty-notice.js';
import { useAvisos } from '../../entities/aviso/use-avisos.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { NoEmpresa } from '../../entities/empresa/no-empresa.js';
import { StopAllButton } from '../../entities/programa/stop-all-button.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { useAddress } from '../../lib/address.js';
import { dayOf } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { readUsuario } from '../../lib/session.js';
import { serverNow } from '../../lib/time/server-clock.js';
import { useDates } from '../../lib/time/shown-zone.js';
import { useEmpresasWithEnds, useLastOrders, usePulses } from './api/situation.js';
import { Problems } from './components/problems.js';
import { Strip } from './components/strip.js';
import { Tiles } from './components/tiles.js';
import { useWall } from './components/use-wall.js';
import { countByKind, inOrderSince } from './lib/strip.js';
import { tilesOf } from './lib/tiles.js';
import { texts } from './textos.js';

const WallLinks = lazy(() => import('./components/wall-links.js'));

const HEIGHT = '9rem';
/** Text on a wall display must be readable from five metres. */
const WALL_ZOOM = 1.7;

/** The open alarms of all companies, worst first, and a tile per company. */
export function Component() {
  const usuario = readUsuario();
  const isGlobal = usuario?.rol === 'admin_global';
  const { params, change } = useAddress();
  const avisos = useAvisos({ empresa: null, onlyOpen: true });
  // Load the list of alarms first; the other data only after it has arrived.
  const here = avisos.data !== undefined || neverCame(avisos);
  // Draw it before the tiles of the companies, too.
  const besides = useDeferredValue(here, false);
  const options = useEmpresaOptions(isGlobal);
  const full = useEmpresasWithEnds(isGlobal && here);
  const orders = useLastOrders(null, here);
  const sheet = useRef<HTMLDivElement>(null);
  const { wall, toggle } = useWall(sheet);
  const [linking, setLinking] = useState(false);

  const empresa = Number(params.get('empresa')) || null;
  const tipo = AVISO_TYPES.find((each) => each === params.get('tipo')) ?? null;
  const names = useMemo(() => new Map(options.data?.map(({ id, nombre }) => [id, nombre])), [options.data]);
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
        <Flex gap="2" wrap="wrap">
          {isGlobal && empresa !== null && (
            <Button variant="ghost" onClick={() => change({ empresa: '' }, true)}>
              {texts.filterOff}
            </Button>
          )}
          {!wall && (
            <Button variant="ghost" onClick={() => setLinking(true)}>
              {texts.links.button}
            </Button>
          )}
          {!wall && <StopAllButton empresaId={empresa} />}
          <Button variant="outline" onClick={toggle}>
            {wall ? texts.wall.exit : texts.wall.enter}
          </Button>
        </Flex>
      </Flex>
      {ofEmpresa && ofEmpresa.length > 0 && (
        <Strip
          counted={counted}
          total={ofEmpresa.length}
          chosen={tipo}
          onChoose={(one) => change({ tipo: one ?? '' }, true)}
        />
      )}
      <Grid mt="4" gap="6" templateColumns={{ base: '1fr', lg: isGlobal ? 'minmax(0, 1fr) 19rem' : '1fr' }}>
        <Box as="section" minW="0">
          <Heading as="h2" size="lg" mb="2">
            {texts.now}
          </Heading>
          {rows && lastFailed(avisos) && (
            <Text role="alert" color="fg.warning" mb="2">
              {texts.failure}
            </Text>
          )}
          {rows ? (
            rows.length > 0 ? (
              <Problems rows={rows} empresaOf={empresaOf} orders={orders.data ?? []} wall={wall} />
            ) : ofEmpresa && ofEmpresa.length > 0 ? (
              <EmptyNotice height={HEIGHT} text={texts.noMatch} />
            ) : (
              <InOrder empresa={empresa} />
            )
          ) : neverCame(avisos) ? (
            <EmptyNotice height={HEIGHT} text={texts.noRows} error />
          ) : (
            <Skeleton h={HEIGHT} aria-busy />
          )}
        </Box>
        {isGlobal && besides && (
          <Companies
            chosen={empresa}
            avisos={avisos.data}
            full={full.data}
            options={options}
            onChoose={(id) => change({ empresa: id === null ? '' : String(id) }, true)}
          />
        )}
      </Grid>
      {linking && (
        <Suspense>
          <WallLinks
            empresa={isGlobal ? empresa : (usuario?.empresa_id ?? null)}
            nameOf={(id) =>
              id === null ? texts.links.all : ((isGlobal ? names.get(id) : usuario?.empresa_nombre) ?? `#${id}`)
            }
            onClose={() => setLinking(false)}
          />
        </Suspense>
      )}
    </Box>
  );
}

/** Shown without open alarms: since when everything is in order. */
function InOrder({ empresa }: { empresa: number | null }) {
  const past = useAvisos({ empresa, onlyOpen: false });
  const since = past.data ? inOrderSince(past.data) : null;
  const dates = useDates();
  const today = since !== null && dates.dayOf(since) === dates.dayOf(serverNow());
  return (
    <Flex h={HEIGHT} align="center" justify="center" rounded="md" bg="campo.subtle" px="4" textAlign="center">
      <Text role="status" fontSize="xl" fontWeight="600" color="campo.fg">
        {since === null ? texts.inOrder : texts.inOrderSince(today ? dates.timeOf(since) : dates.dateTimeOf(since))}
      </Text>
    </Flex>
  );
}

interface CompaniesProps extends Pick<Parameters<typeof tilesOf>[0], 'avisos' | 'full'> {
  options: ReturnType<typeof useEmpresaOptions>;
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** A separate component, so that thousands of boards are read only after the list is drawn. */
function Companies({ chosen, onChoose, avisos, full, options }: CompaniesProps) {
  const placas = usePlacas();
  const pulses = usePulses(true);
  const tiles = useMemo(
    () =>
      tilesOf({
        empresas: options.data ?? [],
        full,
        placas: placas.data,
        avisos,
        pulses: pulses.data,
        today: dayOf(serverNow()) ?? '',
      }),
    [options.data, full, placas.data, avisos, pulses.data],
  );
  return (
    <Box as="section" minW="0">
      <Heading as="h2" size="lg" mb="2">
        {texts.empresas}
      </Heading>
      {options.data ? <Tiles tiles={tiles} chosen={chosen} onChoose={onChoose} /> : <NoEmpresa selection={options} />}
    </Box>
  );
}
