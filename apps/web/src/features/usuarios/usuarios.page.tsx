import type { Usuario } from '@acequia/contracts';
import { ListaEditable } from '../../components/editable-list.js';
import { SiNoChip } from '../../components/yes-no-chip.js';
import type { Columna } from '../../components/table/column.js';
import { noLlego } from '../../lib/http/query-client.js';
import { useUsuarios } from './api/usuarios.js';
import { DialogoUsuario } from './components/usuario-dialog.js';
import { textos } from './textos.js';

const titulos = textos.columnas;
const COLUMNAS: Columna<Usuario>[] = [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '4.5rem', enTarjeta: 'oculta' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '16rem', enTarjeta: 'titulo' },
  { id: 'email', titulo: titulos.email, valor: ({ email }) => email, ancho: '18rem' },
  {
    id: 'activo',
    titulo: titulos.activo,
    valor: ({ activo }) => (activo === 1 ? 'Sí' : 'No'),
    celda: ({ activo }) => <SiNoChip valor={activo} />,
    ancho: '6rem',
  },
  { id: 'rol', titulo: titulos.rol, valor: ({ rol }) => rol, ancho: '9rem' },
  {
    id: 'empresa',
    titulo: titulos.empresa,
    valor: ({ empresa_nombre }) => empresa_nombre || textos.sinEmpresa,
    ancho: '14rem',
  },
];

/** Users (USU-1). */
export function Component() {
  const usuarios = useUsuarios();
  // The spec says nothing of a list that cannot be loaded: the person is told where the rows would be.
  const filas = usuarios.data ?? (noLlego(usuarios) ? [] : undefined);
  return (
    <ListaEditable
      titulo={textos.titulo}
      nombre="usuarios"
      filas={filas}
      columnas={COLUMNAS}
      vacio={noLlego(usuarios) ? textos.noCargo : textos.vacio}
      textos={textos}
      dialogo={({ registro, guardado, cerrar }) => (
        <DialogoUsuario usuario={registro} guardado={guardado} onCerrar={cerrar} />
      )}
    />
  );
}
