import type { ReglaClima } from '@acequia/contracts';
import { Flex, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EditableList } from '../../components/editable-list.js';
import { Page } from '../../components/page.js';
import { viewIn, ViewLinks } from '../../components/view-links.js';
import { ZoneNote } from '../../components/zone-note.js';
import type { Column } from '../../components/table/column.js';
import { TextLink } from '../../components/text-link.js';
import { puntoAddress } from '../../entities/addresses.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { NoEmpresa } from '../../entities/empresa/no-empresa.js';
import { puntosOfEmpresa } from '../../entities/punto/puntos.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { SwitchNames } from '../../entities/switch/switch-names.js';
import { SwitchesUnread } from '../../entities/switch/switches-unread.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { useAddress } from '../../lib/address.js';
import { isUnread, neverCame } from '../../lib/http/query-client.js';
import { useReglas } from './api/clima.js';
import { DerivedView } from './components/derived-view.js';
import { ControlList } from './components/mando-list.js';
import { ReglaDialog } from './components/regla-dialog.js';
import { reasonText, stagesText, stateText, viaText } from './lib/describe.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columnsOf = (nameOf: (id: number) => string, pointName: (id: number) => string): Column<ReglaClima>[] => [
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    note: (regla) => {
      const reason = reasonText(regla);
      return (
        reason && (
          <Text as="span" display="block" fontSize="xs" fontWeight="400" color="fg.muted">
            {reason}
          </Text>
        )
      );
    },
    width: '12rem',
    inCard: 'title',
  },
  {
    id: 'sensor',
    title: titles.sensor,
    value: ({ sensor_switch_id, valor, punto_id }) =>
      [
        ...(sensor_switch_id === null ? [] : [nameOf(sensor_switch_id)]),
        ...(valor === null ? [] : [texts.valores[valor]]),
        ...(punto_id ? [pointName(punto_id)] : []),
      ].join(', '),
    cell: ({ sensor_switch_id, valor, punto_id, empresa_id }) => (
      <>
        {sensor_switch_id !== null && <SwitchNames ids={[sensor_switch_id]} empresaId={empresa_id} nameOf={nameOf} />}
        {valor !== null && `, ${texts.valores[valor]}`}
        {punto_id && <TextLink to={puntoAddress({ id: punto_id, empresa_id })}>{pointName(punto_id)}</TextLink>}
      </>
    ),
    width: '16rem',
  },
  { id: 'etapas', title: titles.etapas, value: stagesText, width: '20rem' },
  { id: 'via', title: titles.via, value: viaText, width: '9rem' },
  { id: 'estado', title: titles.estado, value: stateText, width: '10rem' },
];

const VIEWS = ['reglas', 'valores'] as const;

/** Climate rules of a company, what controls its switches now, and daily values derived from its sensors. */
export function Component() {
  const { selection, empresaId, failure: empresasFailed, none } = useChosenEmpresa();
  const { params } = useAddress();
  const timeZone = useEmpresaZone(empresaId);
  const reglas = useReglas(empresaId);
  useLiveTurnos();
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const options = useMemo(
    () =>
      (switches.data ?? []).map(({ id, zona: place, nombre, tipo, tiene_sensor }) => ({
        id,
        nombre: `${place} - ${nombre}`,
        tipo,
        sensor: tiene_sensor === 1,
      })),
    [switches.data],
  );
  const names = useMemo(() => new Map(options.map(({ id, nombre }) => [id, nombre])), [options]);
  const nameOf = (id: number): string => names.get(id) ?? `#${id}`;
  const puntos = useQuery(puntosOfEmpresa(empresaId));
  const columns = useMemo(() => {
    const points = new Map(puntos.data?.map(({ id, nombre }) => [id, nombre]));
    return columnsOf(
      (id) => names.get(id) ?? `#${id}`,
      (id) => points.get(id) ?? texts.gonePoint,
    );
  }, [names, puntos.data]);
  const failure = neverCame(reglas) || empresasFailed;
  const rows = reglas.data ?? (failure || none ? [] : undefined);

  const over = (
    <>
      {rows?.length === 0 && (
        <Text color="fg.muted" maxW="70ch">
          {texts.help}
        </Text>
      )}
      <SwitchesUnread reading={switches} />
    </>
  );
  const beside = (
    <Flex columnGap="3" rowGap="2" wrap="wrap" align="center">
      <ViewLinks views={VIEWS} names={texts.views} label={texts.view} />
      <ZoneNote zone={timeZone} />
    </Flex>
  );
  if (viewIn(params, VIEWS) === 'valores')
    return (
      <Page title={texts.title} beside={beside}>
        {over}
        {empresaId === null ? (
          <NoEmpresa selection={selection} />
        ) : switches.data ? (
          <DerivedView sensors={options.filter(({ sensor }) => sensor)} timeZone={timeZone} />
        ) : (
          !isUnread(switches) && <Skeleton h="9rem" aria-busy />
        )}
      </Page>
    );
  return (
    <EditableList
      title={texts.title}
      beside={beside}
      over={
        <>
          {over}
          {empresaId !== null && <ControlList empresaId={empresaId} timeZone={timeZone} nameOf={nameOf} />}
        </>
      }
      from={empresaId}
      nombre={texts.rows}
      rows={rows}
      columns={columns}
      empty={failure ? texts.noRows : texts.empty}
      unread={failure}
      texts={texts}
      creatable={empresaId !== null && switches.data !== undefined}
      dialog={({ record, saved, close }) =>
        empresaId !== null && (
          <ReglaDialog
            one={record}
            saved={saved}
            empresaId={empresaId}
            switches={options}
            puntos={puntos.data ?? []}
            onClose={close}
          />
        )
      }
    />
  );
}
