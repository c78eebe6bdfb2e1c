/** Buttons. One that cannot be used keeps its place in the tab order and says the reason in its title. */

import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled" | "title">;

export interface ButtonProps extends Native {
  /** Filled is the next sensible act: at most one in sight. Quiet has no outline. */
  look?: "filled" | "outlined" | "quiet";
  icon?: IconName;
  /** Why it cannot be used now; null or left out when it can. */
  blocked?: string | null;
  title?: string;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** A button with words, an icon, or both. */
export function Button({
  look = "outlined",
  icon,
  blocked = null,
  title,
  onClick,
  children,
  className,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked === null) {
      onClick?.(event);
    } else {
      event.preventDefault();
    }
  };
  return (
    <button
      type="button"
      {...rest}
      className={[styles.button, className].join(" ").trim()}
      data-look={look}
      aria-disabled={blocked === null ? undefined : true}
      title={explained(title, blocked)}
      onClick={click}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "aria-label"> {
  icon: IconName;
  /** The accessible name; also the first words of the title. */
  name: string;
  size?: "normal" | "small";
}

/** A button that is only an icon: its name is for those who cannot see it, its title for the pointer. */
export function IconButton({ icon, name, size = "normal", title, ...rest }: IconButtonProps) {
  return (
    <Button {...rest} look={rest.look ?? "quiet"} data-size={size} aria-label={name} title={title ?? name}>
      <Icon name={icon} size={size} />
    </Button>
  );
}

function explained(title: string | undefined, blocked: string | null): string | undefined {
  if (blocked === null) {
    return title;
  }
  return title === undefined ? blocked : `${title}: ${blocked}`;
}
