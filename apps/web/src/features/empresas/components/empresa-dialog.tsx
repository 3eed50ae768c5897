import { EmpresaGuardar, ZONA_POR_OMISION, type Empresa } from '@acequia/contracts';
import { Input, SimpleGrid } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { AccionesDeEstado } from '../../../components/form/state-actions.js';
import { Campo, CampoInterruptor, comoNumero, Selector } from '../../../components/form/fields.js';
import { Conflicto } from '../../../components/form/conflict.js';
import { DialogoFormulario } from '../../../components/form/form-dialog.js';
import { resolverDe } from '../../../components/form/resolver.js';
import { useEdicion } from '../../../components/form/use-edit.js';
import { useAccionesDeEmpresa } from '../api/empresas.js';
import { textos } from '../textos.js';
import { siNo } from '../../../lib/format/format.js';

const ZONAS = Intl.supportedValuesOf('timeZone');
const { campos } = textos;
// The token never comes back: there is nothing to compare.
const { token_telegram: _secreto, ...COMPARABLES } = campos;

const valoresDe = (empresa: Empresa | null): EmpresaGuardar => ({
  nombre: empresa?.nombre ?? '',
  telefono_celular: empresa?.telefono_celular ?? '',
  token_telegram: '',
  telegram_chat_id: empresa?.telegram_chat_id ?? '',
  costo_plan: empresa?.costo_plan ?? null,
  limite_usuarios: empresa?.limite_usuarios ?? null,
  comunicador_numero: empresa?.comunicador_numero ?? '',
  comunicador_imei: empresa?.comunicador_imei ?? '',
  comunicador_vencimiento: empresa?.comunicador_vencimiento?.slice(0, 10) ?? '',
  fecha_vencimiento: empresa?.fecha_vencimiento.slice(0, 10) ?? '',
  activa: empresa?.activa ?? 1,
  zona_horaria: empresa?.zona_horaria ?? ZONA_POR_OMISION,
  version: empresa?.version,
});

interface Props {
  /** Null: a new one. */
  empresa: Empresa | null;
  /** The same company as the list has it now: newer when somebody else saved. */
  guardada: Empresa | undefined;
  onCerrar: () => void;
}

/** Creates or edits a company, and suspends, reactivates or deletes it (EMP-2). */
export function DialogoEmpresa({ empresa, guardada, onCerrar }: Props) {
  const form = useForm<EmpresaGuardar>({
    defaultValues: valoresDe(empresa),
    resolver: resolverDe(EmpresaGuardar),
  });
  const edicion = useEdicion(form);
  const acciones = useAccionesDeEmpresa();
  const { register, control } = form;
  const { errors } = form.formState;

  const enviar = form.handleSubmit(async (datos) => {
    const textosDeGuardar = { hecho: textos.guardada, fallo: textos.errorGuardar };
    if (await edicion.guardar(() => acciones.guardar({ id: empresa?.id ?? null, datos }), textosDeGuardar)) onCerrar();
  });

  return (
    <DialogoFormulario
      titulo={empresa ? textos.dialogo.editar : textos.dialogo.nueva}
      ancho={600}
      onCerrar={onCerrar}
      onGuardar={enviar}
      edicion={edicion}
      acciones={
        empresa && (
          <AccionesDeEstado
            edicion={edicion}
            id={empresa.id}
            nombre={empresa.nombre}
            activo={empresa.activa === 1}
            textos={textos}
            tareas={acciones}
            onHecho={onCerrar}
          />
        )
      }
    >
      <Conflicto
        edicion={edicion}
        guardado={guardada && valoresDe(guardada)}
        enviar={enviar}
        campos={COMPARABLES}
        comoTexto={{ activa: siNo }}
      />
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <Campo etiqueta={campos.nombre} error={errors.nombre} requerido>
          <Input {...register('nombre')} autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.telefono_celular} error={errors.telefono_celular}>
          <Input {...register('telefono_celular')} type="tel" autoComplete="off" />
        </Campo>
        <Campo
          etiqueta={campos.token_telegram}
          error={errors.token_telegram}
          ayuda={empresa?.token_telegram_definido === 1 && textos.tokenDefinido}
        >
          <Input {...register('token_telegram')} autoComplete="off" spellCheck={false} />
        </Campo>
        <Campo etiqueta={campos.telegram_chat_id} error={errors.telegram_chat_id}>
          <Input {...register('telegram_chat_id')} autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.costo_plan} error={errors.costo_plan}>
          <Input {...register('costo_plan', comoNumero)} type="number" min="0" step="0.01" inputMode="decimal" />
        </Campo>
        <Campo etiqueta={campos.limite_usuarios} error={errors.limite_usuarios} ayuda={textos.limiteAyuda}>
          <Input {...register('limite_usuarios', comoNumero)} type="number" min="0" step="1" inputMode="numeric" />
        </Campo>
        <Campo etiqueta={campos.comunicador_numero} error={errors.comunicador_numero}>
          <Input {...register('comunicador_numero')} type="tel" autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.comunicador_imei} error={errors.comunicador_imei}>
          <Input {...register('comunicador_imei')} inputMode="numeric" autoComplete="off" />
        </Campo>
        <Campo etiqueta={campos.comunicador_vencimiento} error={errors.comunicador_vencimiento}>
          <Input {...register('comunicador_vencimiento')} type="date" />
        </Campo>
        <Campo etiqueta={campos.fecha_vencimiento} error={errors.fecha_vencimiento} requerido>
          <Input {...register('fecha_vencimiento')} type="date" />
        </Campo>
        <Campo etiqueta={campos.zona_horaria} error={errors.zona_horaria} ayuda={textos.zonaAyuda}>
          <Selector {...register('zona_horaria')}>
            {ZONAS.map((zona) => (
              <option key={zona}>{zona}</option>
            ))}
          </Selector>
        </Campo>
        <CampoInterruptor control={control} nombre="activa" etiqueta={campos.activa} />
      </SimpleGrid>
    </DialogoFormulario>
  );
}
