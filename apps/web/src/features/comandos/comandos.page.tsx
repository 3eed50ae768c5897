import type { Comando } from '@acequia/contracts';
import { Flex, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Age } from '../../components/age.js';
import { Page } from '../../components/page.js';
import { ZoneNote } from '../../components/zone-note.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { SubjectLink } from '../../entities/subject-link.js';
import { UsuarioLink } from '../../entities/usuario/usuario-link.js';
import { useAddress } from '../../lib/address.js';
import { oneOf, useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { neverCame } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { readUsuario } from '../../lib/session.js';
import { datesIn, InZone, type Dates } from '../../lib/time/shown-zone.js';
import { useComandos } from './api/comandos.js';
import { useNames, type Named } from './api/names.js';
import { FilterBar } from './components/filter-bar.js';
import { ComandoChip } from '../../entities/comando/comando-chip.js';
import { browserName } from './lib/browser-name.js';
import { texts } from './textos.js';

const titles = texts.columns;
/** Most commands that the server returns. */
const LIST_MAX = 200;

const who = ({ usuario_id, usuario_nombre }: Comando): string =>
  usuario_id === null ? texts.sistema : (usuario_nombre ?? texts.unnamed(usuario_id));
const originOf = ({ ip, navegador }: Comando): string => [ip, browserName(navegador)].filter(Boolean).join(' · ');

const columnsOf = (what: (comando: Comando) => string, { dateTimeOf }: Dates): Column<Comando>[] => [
  {
    id: 'cuando',
    title: titles.cuando,
    value: ({ ts }) => ts,
    inCsv: ({ ts }) => dateTimeOf(ts),
    cell: ({ ts }) => (
      <Flex as="span" display="inline-flex" align="baseline" gap="2">
        {dateTimeOf(ts)} <Age ts={ts} />
      </Flex>
    ),
    width: '12.75rem',
  },
  {
    id: 'que',
    title: titles.what,
    value: what,
    cell: (row) => <SubjectLink {...row}>{what(row)}</SubjectLink>,
    width: '16rem',
    inCard: 'title',
  },
  { id: 'accion', title: titles.accion, value: ({ accion }) => texts.actions[accion], width: '5.5rem' },
  {
    id: 'estado',
    title: titles.estado,
    value: ({ estado }) => texts.estados[estado],
    cell: ({ estado }) => <ComandoChip estado={estado} />,
    width: '8rem',
  },
  {
    id: 'quien',
    title: titles.who,
    value: who,
    cell: (row) => <UsuarioLink id={row.usuario_id} nombre={who(row)} />,
    width: '8rem',
  },
  { id: 'desde', title: titles.desde, value: originOf, width: '7.5rem' },
  { id: 'detalle', title: titles.detalle, value: ({ detalle, motivo }) => detalle ?? motivo, width: '20.5rem' },
];

/** Commands to switches and devices: time, person, origin and result (DEC-7). */
export function Component() {
  const usuario = readUsuario();
  const isGlobal = usuario?.rol === 'admin_global';
  const selection = useEmpresaOptions(isGlobal);
  const { data: empresas } = selection;
  const { params, change: changeAddress } = useAddress();
  const chosen = oneOf(empresas, params.get('empresa'));
  const empresa = isGlobal ? (chosen?.id ?? null) : (usuario?.empresa_id ?? null);
  const [switchId, dispositivoId] = [params.get('switch') ?? '', params.get('dispositivo') ?? ''];
  const estado = params.get('estado') ?? '';

  const names = useNames(empresa);
  const comandos = useComandos(
    {
      ...(usuario?.rol !== 'usuario' && empresa !== null && { empresa_id: String(empresa) }),
      ...(switchId && { switch_id: switchId }),
      ...(dispositivoId && { dispositivo_id: dispositivoId }),
    },
    !isGlobal || empresa !== null,
  );
  const zone = useEmpresaZone(empresa);
  const columns = useMemo(() => columnsOf(nameOf(names), datesIn(zone)), [names, zone]);
  const { data: everything } = comandos;
  const failure = lastFailed(comandos) || neverCame(selection);
  // Without a company nothing is read, so show an empty list and not a loading one.
  const noList = failure || (isGlobal && empresas?.length === 0);
  const rows = useMemo(
    () => (everything ?? (noList ? [] : undefined))?.filter((row) => !estado || row.estado === estado),
    [everything, noList, estado],
  );
  // Another list starts on its first page.
  const change = (filters: Record<string, string>) => changeAddress({ ...filters, pagina: '' });

  return (
    <InZone value={zone}>
      <Page title={texts.title}>
        <FilterBar
          empresas={isGlobal ? (empresas ?? []) : undefined}
          empresa={empresa}
          {...names}
          what={switchId ? `switch-${switchId}` : dispositivoId ? `dispositivo-${dispositivoId}` : ''}
          estado={estado}
          onEmpresa={(id) => change({ empresa: id, switch: '', dispositivo: '' })}
          onSubject={(what) => {
            const [which, id = ''] = what.split('-');
            change({ switch: which === 'switch' ? id : '', dispositivo: which === 'dispositivo' ? id : '' });
          }}
          onState={(one) => change({ estado: one })}
        />
        <ZoneNote />
        {failure && (
          <Text role="alert" color="fg.warning">
            {texts.failure}
          </Text>
        )}
        <DataTable
          nombre="comandos"
          rows={rows}
          columns={columns}
          keyOf={({ comando_id }) => comando_id}
          unread={failure && !everything}
          empty={
            failure && !everything
              ? texts.noRows
              : switchId || dispositivoId || estado
                ? texts.emptyWithFilters
                : texts.empty
          }
        />
        {everything?.length === LIST_MAX && !switchId && !dispositivoId && (
          <Text color="fg.muted">{texts.limit(LIST_MAX)}</Text>
        )}
      </Page>
    </InZone>
  );
}

function nameOf({ switches, dispositivos }: Record<'switches' | 'dispositivos', readonly Named[]>) {
  const bySwitch = new Map(switches.map(({ id, nombre }) => [id, nombre]));
  const byDispositivo = new Map(dispositivos.map(({ id, nombre }) => [id, nombre]));
  return ({ entidad, switch_id, dispositivo_id }: Comando): string =>
    entidad === 'switch'
      ? (bySwitch.get(switch_id ?? 0) ?? texts.switchSinNombre(switch_id))
      : (byDispositivo.get(dispositivo_id ?? 0) ?? texts.dispositivoSinNombre(dispositivo_id));
}
