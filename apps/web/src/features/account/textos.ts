export const texts = {
  title: 'Mi cuenta',
  clave: 'Cambiar contraseña',
  notice: 'Al cambiarla se cierran tus demás sesiones.',
  actual: 'Contraseña actual',
  nueva: 'Contraseña nueva',
  repetir: 'Repite la contraseña nueva',
  least: 'Al menos 8 caracteres. Una frase larga es mejor que una palabra rara.',
  different: 'Las dos contraseñas nuevas no coinciden.',
  save: 'Guardar contraseña',
  saving: 'Guardando…',
  list: 'Tu contraseña quedó cambiada.',
} as const;
