import type { Dispositivo } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import { EditableList } from '../../components/editable-list.js';
import { TextLink } from '../../components/text-link.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import type { Column } from '../../components/table/column.js';
import { dispositivoAddress } from '../../entities/addresses.js';
import { useEmpresaInAddress } from '../../entities/empresa/empresa-in-address.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { readUsuario } from '../../lib/session.js';
import { yesNo } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useBulkDispositivos, useDispositivos } from './api/dispositivos.js';
import { DispositivoDialog } from './components/dispositivo-dialog.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columnsWith = (empresas: ReadonlyMap<number, string>): Column<Dispositivo>[] => [
  { id: 'id', title: titles.id, value: ({ id }) => id, width: '4rem', inCard: 'beside' },
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: (row) => <TextLink to={dispositivoAddress(row)}>{row.nombre}</TextLink>,
    width: '13.5rem',
    inCard: 'title',
  },
  { id: 'shelly_id', title: titles.shelly_id, value: (row) => row.shelly_id, width: '9.5rem', inCard: 'plain' },
  { id: 'tipo', title: titles.tipo, value: ({ tipo }) => tipo, width: '7.5rem', inCard: 'plain' },
  {
    id: 'empresa',
    title: titles.empresa,
    value: (row) => empresas.get(row.empresa_id) ?? String(row.empresa_id),
    cell: (row) => <EmpresaLink id={row.empresa_id} nombre={empresas.get(row.empresa_id) ?? String(row.empresa_id)} />,
    width: '12rem',
    inCard: 'plain',
  },
  {
    id: 'vence',
    title: titles.vence,
    value: (row) => row.fecha_vencimiento?.slice(0, 10) ?? null,
    cell: (row) => <Expiry dispositivo={row} />,
    width: '10.5rem',
  },
  {
    id: 'activo',
    title: titles.activo,
    value: ({ activo }) => yesNo(activo),
    cell: ({ activo }) => <YesNoChip value={activo} />,
    width: '5.5rem',
  },
  {
    id: 'suspendido',
    title: titles.suspendido,
    value: ({ suspendido }) => yesNo(suspendido),
    cell: ({ suspendido }) => <YesNoChip value={suspendido} bad />,
    width: '7.5rem',
  },
];

/** Devices of the relay cloud (DIS-1). */
export function Component() {
  const usuario = readUsuario();
  const empresaId = usuario?.rol === 'admin_empresa' ? (usuario.empresa_id ?? null) : null;
  const dispositivos = useDispositivos(empresaId);
  const bulk = useBulkDispositivos(empresaId);
  const { data: empresas } = useEmpresaOptions();
  const columns = useMemo(() => columnsWith(new Map(empresas?.map(({ id, nombre }) => [id, nombre]))), [empresas]);
  // MSG-2: a list that could not be loaded is shown empty, without a message.
  const unread = neverCame(dispositivos);
  const all = useMemo(() => dispositivos.data ?? (unread ? [] : undefined), [dispositivos.data, unread]);
  const chosen = useEmpresaInAddress();
  const rows = useMemo(
    () => (chosen === null ? all : all?.filter(({ empresa_id }) => empresa_id === chosen)),
    [all, chosen],
  );
  return (
    <EditableList
      title={texts.title}
      nombre="dispositivos"
      from={chosen}
      rows={rows}
      linkable={all}
      columns={columns}
      empty={unread ? texts.noRows : texts.empty}
      unread={unread}
      texts={texts}
      bulk={bulk}
      dialog={({ record, saved, close }) => (
        <DispositivoDialog
          dispositivo={record}
          saved={saved}
          empresas={empresas ?? []}
          fixedEmpresa={empresaId}
          onClose={close}
        />
      )}
    />
  );
}

function Expiry({ dispositivo }: { dispositivo: Dispositivo }) {
  if (!dispositivo.fecha_vencimiento) return null;
  return (
    <>
      {dispositivo.fecha_vencimiento.slice(0, 10)}
      {dispositivo.vencido === 1 && (
        <chakra.span ms="2" color="fg.warning" fontWeight="600" fontSize="xs">
          {texts.vencido}
        </chakra.span>
      )}
    </>
  );
}
