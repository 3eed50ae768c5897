import { type Bloqueo, MAX_ENCENDIDO_S, maxEncendido, type Placa, type Switch, duration } from '@acequia/contracts';
import { Box } from '@chakra-ui/react';
import { useMemo } from 'react';
import { FormField, Options, Select } from '../../components/form/fields.js';
import { ControlsIcon } from '../../components/icons.js';
import { RowButton } from '../../components/row-button.js';
import { TextLink } from '../../components/text-link.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { boardAddress, switchAddress } from '../../entities/addresses.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { SwitchDialog } from '../../entities/switch/switch-dialog-on-demand.js';
import { texts as switchTexts } from '../../entities/switch/textos.js';
import { EditableList } from '../../components/editable-list.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import type { Column } from '../../components/table/column.js';
import { useAddress } from '../../lib/address.js';
import { FirstSteps } from '../../entities/empresa/first-steps.js';
import { oneOf, useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useSwitchesOfPanel } from '../../entities/switch/use-live-switches.js';
import { useBulkAssign } from '../../entities/usuario/bulk-assign.js';
import { usePlacas } from '../../entities/placa/placas.js';
import { yesNo } from '../../lib/format/format.js';
import { neverCame, queryClient } from '../../lib/http/query-client.js';
import { likelyEmpresa } from '../../lib/likely-empresa.js';
import { readUsuario } from '../../lib/session.js';
import { useBloqueos } from './api/bloqueos.js';
import { useSwitches } from './api/switches.js';
import { PanelDialog } from './components/panel-dialog.js';
import { BloqueoNote } from './components/bloqueo-note.js';
import { writtenLimit } from './lib/limit.js';
import { texts } from './textos.js';

const titles = texts.columns;

/** The limit in force: the switch's own, or that of its type (shown dimmed). */
const limitFor = ({ tipo, max_encendido_s }: Switch): string =>
  writtenLimit(max_encendido_s) ?? duration(MAX_ENCENDIDO_S[tipo] / 60);

const columnsOf = (
  empresa: string,
  bloqueos: ReadonlyMap<number, Bloqueo>,
  placas: ReadonlyMap<number, Placa>,
): Column<Switch>[] => [
  { id: 'id', title: titles.id, value: ({ id }) => id, width: '3rem', inCard: 'beside' },
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: (row) => <TextLink to={switchAddress(row)}>{row.nombre}</TextLink>,
    note: ({ id }) => {
      const bloqueo = bloqueos.get(id);
      return bloqueo && <BloqueoNote bloqueo={bloqueo} />;
    },
    width: '8.5rem',
    twoLines: true,
    inCard: 'title',
  },
  { id: 'zona', title: titles.zona, value: ({ zona }) => zona, width: '10rem', twoLines: true, inCard: 'plain' },
  { id: 'tipo', title: titles.tipo, value: ({ tipo }) => texts.tipos[tipo], width: '5rem', inCard: 'plain' },
  {
    id: 'empresa',
    title: titles.empresa,
    value: () => empresa,
    cell: (row) => <EmpresaLink id={row.empresa_id} nombre={empresa} />,
    width: '8rem',
    inCard: 'hidden',
  },
  {
    id: 'dispositivo',
    title: titles.dispositivo,
    value: (row) => row.dispositivo_id,
    cell: ({ dispositivo_id }) => {
      const placa = placas.get(dispositivo_id);
      return placa ? <TextLink to={boardAddress(placa)}>{dispositivo_id}</TextLink> : dispositivo_id;
    },
    width: '7rem',
    inCard: 'plain',
  },
  { id: 'par', title: titles.par, value: (row) => texts.par[row.par_numero], width: '5rem', inCard: 'plain' },
  { id: 'site', title: titles.site, value: (row) => row.switch_site_id, width: '4.1rem' },
  { id: 'pin', title: titles.pin, value: (row) => row.hardware_pin, width: '2.9rem' },
  {
    id: 'sensor',
    title: titles.sensor,
    value: (row) => yesNo(row.tiene_sensor),
    cell: (row) => <YesNoChip value={row.tiene_sensor} />,
    width: '4.4rem',
  },
  {
    id: 'maximo',
    title: titles.limit,
    value: ({ tipo, max_encendido_s }) => maxEncendido(tipo, max_encendido_s),
    inCsv: (row) => limitFor(row),
    cell: (row) => <span className={row.max_encendido_s === null ? 'tenue' : undefined}>{limitFor(row)}</span>,
    width: '5rem',
    inCard: 'hidden',
  },
  {
    id: 'activo',
    title: titles.activo,
    value: ({ activo }) => yesNo(activo),
    cell: ({ activo }) => <YesNoChip value={activo} />,
    width: '4.75rem',
  },
];

/** The list is asked for before the first drawing, which then need not wait for it when its answer is there (src/main.ts). */
export function loader({ request }: { request: Request }): null {
  const usuario = readUsuario();
  const empresaId = usuario && likelyEmpresa(usuario, new URL(request.url).searchParams);
  if (empresaId !== null) void queryClient.prefetchQuery(switchesOfEmpresa(empresaId));
  return null;
}

/** The screen itself asks for what its address names later. */
export const shouldRevalidate = (): boolean => false;

/** Switches of a company (SWI-1). */
export function Component() {
  const empresas = useEmpresaOptions();
  const { params, change } = useAddress();
  // SWI-8: lists that could not be loaded are shown empty, without a message.
  const options = empresas.data ?? [];
  const empresa = oneOf(options, params.get('empresa'));
  // Asked for beside the list of companies, not after it.
  const usuario = readUsuario();
  const empresaId = empresas.data ? (empresa?.id ?? null) : usuario && likelyEmpresa(usuario, params);
  const switches = useSwitches(empresaId);
  const placas = usePlacas();
  const assign = useBulkAssign<Switch>({
    empresaId,
    question: texts.assignSeveral,
    grants: (chosen) => ({ switches: chosen.map(({ id }) => id) }),
  });
  const operatedId = Number(params.get('switch')) || null;
  const operated = switches.data?.find(({ id }) => id === operatedId) ?? null;
  const setOperated = (one: Switch | null) => change({ switch: one ? String(one.id) : '' });
  // Reported states are read only while a switch is operated: the list may have ten thousand switches.
  const panel = useSwitchesOfPanel(operated?.empresa_id ?? 0, operated !== null);

  const nombre = empresa?.nombre ?? '';
  const bloqueos = useBloqueos(empresaId);
  const placasByNumber = useMemo(() => new Map(placas.data?.map((one) => [one.id, one])), [placas.data]);
  const columns = useMemo(() => columnsOf(nombre, bloqueos, placasByNumber), [nombre, bloqueos, placasByNumber]);
  const withoutEmpresa = !empresa && (neverCame(empresas) || empresas.isSuccess);
  const failure = empresa !== undefined && neverCame(switches);
  const rows = withoutEmpresa ? [] : (switches.data ?? (failure ? [] : undefined));
  // Another company's list starts on its first page; search and order stay.
  const choose = (id: string) => change({ empresa: id, pagina: '', switch: '' }, true);

  return (
    <>
      <EditableList
        title={texts.title}
        goBack={texts.goBack}
        beside={
          <Box w={{ base: 'full', sm: '22rem', lg: '28rem' }}>
            <FormField label={texts.empresa} disabled={options.length === 0} inRow>
              <Select value={empresa?.id ?? ''} onChange={(entry) => choose(entry.target.value)}>
                <Options from={options} />
              </Select>
            </FormField>
          </Box>
        }
        from={empresaId}
        nombre="switches"
        rows={rows}
        columns={columns}
        unread={neverCame(switches) || neverCame(empresas)}
        empty={
          failure || neverCame(empresas) || !empresa ? (
            texts.noRows
          ) : (
            <FirstSteps empresaId={empresa.id}>{texts.empty}</FirstSteps>
          )
        }
        texts={texts}
        bulk={[assign]}
        creatable={empresa !== undefined}
        actions={(row) => (
          <RowButton label={switchTexts.operate(row.nombre)} onClick={() => setOperated(row)}>
            <ControlsIcon />
          </RowButton>
        )}
        dialog={({ record, saved, close }) =>
          empresa && (
            <PanelDialog
              one={record}
              saved={saved}
              empresa={empresa}
              switches={rows ?? []}
              placas={placas.data}
              onClose={close}
            />
          )
        }
      />
      {operated && (
        <SwitchDialog
          title={`${operated.zona} - ${operated.nombre}`}
          sw={panel.data?.find(({ id }) => id === operated.id)}
          failure={neverCame(panel) || (panel.isSuccess && !panel.isFetching)}
          comandos={`/comandos?empresa=${operated.empresa_id}&switch=${operated.id}`}
          onClose={() => setOperated(null)}
        />
      )}
    </>
  );
}
