import { type Comando, COMANDOS_MAX } from '@acequia/contracts';
import { Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Page } from '../../components/page.js';
import { ZoneNote } from '../../components/zone-note.js';
import { DataTable } from '../../components/table/table.js';
import { useAddress } from '../../lib/address.js';
import { oneOf, useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { neverCame } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { readUsuario } from '../../lib/session.js';
import { datesIn, InZone } from '../../lib/time/shown-zone.js';
import { useNames, type Named } from './api/names.js';
import { FilterBar } from './components/filter-bar.js';
import { comandoColumns } from '../../entities/comando/columns.js';
import { useComandos } from '../../entities/comando/use-comandos.js';
import { texts } from './textos.js';

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
  const columns = useMemo(() => comandoColumns(nameOf(names), datesIn(zone)), [names, zone]);
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
      <Page
        title={texts.title}
        beside={
          <FilterBar
            {...names}
            what={switchId ? `switch-${switchId}` : dispositivoId ? `dispositivo-${dispositivoId}` : ''}
            estado={estado}
            onSubject={(what) => {
              const [which, id = ''] = what.split('-');
              change({ switch: which === 'switch' ? id : '', dispositivo: which === 'dispositivo' ? id : '' });
            }}
            onState={(one) => change({ estado: one })}
          />
        }
      >
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
        <ZoneNote />
        {everything?.length === COMANDOS_MAX && !switchId && !dispositivoId && (
          <Text color="fg.muted">{texts.limit(COMANDOS_MAX)}</Text>
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
