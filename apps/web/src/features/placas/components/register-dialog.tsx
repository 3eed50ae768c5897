import {
  DIALECTOS,
  type EmpresaOpcion,
  NOMBRE_DIALECTO,
  type PlacaCredencial,
  PlacasRegistrar,
} from '@acequia/contracts';
import { Input, Stack } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { Campo, comoNumero, Opciones, Selector } from '../../../components/form/fields.js';
import { DialogoFormulario } from '../../../components/form/form-dialog.js';
import { resolverDe } from '../../../components/form/resolver.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { useAccionesDePlaca } from '../api/placas.js';
import { textos } from '../textos.js';

const { registrar } = textos;

interface Props {
  /** The company that the list is narrowed to. */
  empresa: number | null;
  empresas: readonly EmpresaOpcion[];
  onRegistrada: (credencial: PlacaCredencial) => void;
  onCerrar: () => void;
}

/** Registers a board for a company; its credentials come back once. */
export function DialogoRegistrar({ empresa, empresas, onRegistrada, onCerrar }: Props) {
  const form = useForm<Omit<PlacasRegistrar, 'empresa_id'> & { empresa_id: number | null }>({
    defaultValues: { empresa_id: empresa, id: null, cantidad: 1, nombre: '', dialecto: 'acequia' },
    resolver: resolverDe(PlacasRegistrar as never),
  });
  const edicion = useEdicion(form);
  const acciones = useAccionesDePlaca();
  const { register } = form;
  const { errors } = form.formState;
  const enviar = form.handleSubmit(async (valid) => {
    const datos = PlacasRegistrar.parse(valid);
    let emitidas: PlacaCredencial[] = [];
    const tarea = async () => {
      emitidas = await acciones.registrar(datos);
    };
    if (!(await edicion.guardar(tarea, registrar))) return;
    onCerrar();
    if (emitidas[0]) onRegistrada(emitidas[0]);
  });
  return (
    <DialogoFormulario titulo={registrar.titulo} ancho={480} onCerrar={onCerrar} onGuardar={enviar} edicion={edicion}>
      <Stack gap="4">
        <Campo etiqueta={registrar.empresa} error={errors.empresa_id} requerido>
          <Selector {...register('empresa_id', comoNumero)}>
            <option value="">{registrar.elegir}</option>
            <Opciones de={empresas} />
          </Selector>
        </Campo>
        <Campo etiqueta={registrar.dialecto} error={errors.dialecto} ayuda={registrar.dialectoAyuda}>
          <Selector {...register('dialecto')}>
            {DIALECTOS.map((dialecto) => (
              <option key={dialecto} value={dialecto}>
                {NOMBRE_DIALECTO[dialecto]}
              </option>
            ))}
          </Selector>
        </Campo>
        <Campo etiqueta={registrar.numero} error={errors.id} ayuda={registrar.numeroAyuda}>
          <Input {...register('id', comoNumero)} type="number" min="1" step="1" inputMode="numeric" />
        </Campo>
        <Campo etiqueta={registrar.nombre} error={errors.nombre}>
          <Input {...register('nombre')} autoComplete="off" />
        </Campo>
      </Stack>
    </DialogoFormulario>
  );
}
