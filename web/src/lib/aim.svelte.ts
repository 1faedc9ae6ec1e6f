/** Aiming at a choice on a board, and making it. A mouse aims by pointing, the keyboard by its focus; with a finger the
 * first touch shows what would happen, and the second does it. A board makes one, `new Aim(() => props)`, draws what is
 * aimed at by `aim.choice`, and spreads `{...aim.at(choice)}` on whatever stands for a choice. */
import { untrack } from "svelte";

import { byKeyboard, onKey, type BoardProps, type Choice, type Move, type View } from "./board";

type Props<M extends Move> = Pick<BoardProps<View, M>, "choices" | "pointed" | "onpreview" | "onplay">;

export class Aim<M extends Move = Move> {
  #touched = $state.raw<Choice<M> | null>(null);
  #props: () => Props<M>;

  constructor(props: () => Props<M>) {
    this.#props = props;
    $effect(() => {
      void props().choices; // with another decision nothing is aimed at any more
      untrack(() => this.to(null));
    });
  }

  /** What is aimed at, on the board or beside it. */
  get choice(): Choice<M> | null {
    return this.#props().pointed ?? this.#touched;
  }

  to(choice: Choice<M> | null | undefined): void {
    this.#touched = choice ?? null;
    this.#props().onpreview(this.#touched);
  }

  /** What makes a button stand for a choice. */
  button(choice: Choice<M>) {
    return {
      onpointerenter: (event: PointerEvent) => event.pointerType === "mouse" && this.to(choice),
      onpointerleave: (event: PointerEvent) => event.pointerType === "mouse" && this.to(null),
      onfocus: (event: FocusEvent) => byKeyboard(event) && this.to(choice),
      onclick: (event: MouseEvent) => {
        const finger = (event as PointerEvent).pointerType === "touch";
        if (finger && this.choice !== choice) this.to(choice);
        else this.#props().onplay(choice.move, { x: event.clientX, y: event.clientY });
      },
    };
  }

  /** What makes a part of a drawing stand for a choice; `place` is what is printed there, for those who type. */
  at(choice: Choice<M>, place?: string) {
    return {
      ...this.button(choice),
      role: "button",
      tabindex: -1, // lib/walk.ts gives one of them a Tab stop
      "data-place": place,
      "aria-label": `${choice.says}. ${choice.note ?? ""}`,
      onkeydown: onKey(() => this.#props().onplay(choice.move)),
    };
  }
}
