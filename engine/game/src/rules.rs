//! Rules: a compiled source, and operations without a game.

use crate::info;
use crate::names::Names;
use crate::unfit::unfit_program;
use diag::{Code, Diagnostic, Source};
use ir::Limits;
use languages::Language;
use passes::Passes;
use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;
use vm::{Fault, Machine};

/// Result of compiling a source.
pub struct Compiled {
    /// Absent if there are errors.
    pub rules: Option<Rules>,
    pub diagnostics: Vec<Diagnostic>,
    pub source: Source,
}

/// A compiled game. Copies share everything.
#[derive(Clone)]
pub struct Rules {
    inner: Rc<Inner>,
}

struct Inner {
    /// As its author wrote it.
    written: Arc<ir::Program>,
    /// Runs the program after the passes.
    machine: Machine,
    passes: Passes,
    source: Source,
    /// The same rules in an interpreter with tracing, once requested.
    tracing: OnceCell<Option<Rules>>,
    /// Made once they are asked for.
    names: OnceCell<Names>,
}

/// Compiles a source. Mistakes in it are data.
pub fn compile(source: &str, language: Language, name: &str) -> Compiled {
    compile_with(source, language, name, &[])
}

/// Compiles with the files the source may use, each a name and a text. [`mentioned`] lists them.
pub fn compile_with(source: &str, language: Language, name: &str, files: &[(String, String)]) -> Compiled {
    let source = Source::with_files(name, source, files);
    let languages::Output { program, mut diagnostics } = languages::compile(&source, language);
    let rules = program.and_then(|program| match Rules::new(program, source.clone()) {
        Ok(rules) => Some(rules),
        Err(problem) => {
            diagnostics.push(problem);
            None
        }
    });
    Compiled { rules, diagnostics, source }
}

impl Rules {
    /// Rules from a program made by other means than [`compile`].
    pub fn new(program: ir::Program, source: Source) -> Result<Rules, Diagnostic> {
        Rules::after(program, source, Passes::default())
    }

    /// The same after these passes only.
    pub fn after(mut program: ir::Program, source: Source, passes: Passes) -> Result<Rules, Diagnostic> {
        crate::constants::compute(&mut program)?;
        ir::verify(&program).map_err(|it| unfit_program(&vm::Unfit::Broken(it)))?;
        match Machine::new(Arc::new(passes.run(&program))) {
            Ok(machine) => Ok(Rules::with((Arc::new(program), passes), machine, source)),
            Err(unfit) => Err(unfit_program(&unfit)),
        }
    }

    /// `true` if both are copies of the same rules.
    pub fn is(&self, other: &Rules) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }

    /// The same rules with coverage counters: [`Machine::reached`].
    pub fn counting(&self) -> Rules {
        let mut program = (*self.inner.written).clone();
        passes::slice::view(&mut program);
        // A program that fits one interpreter fits the other too.
        match Machine::counting(Arc::new(self.inner.passes.run(&program)), *self.machine().limits()) {
            Ok(machine) => self.running(machine),
            Err(_) => self.clone(),
        }
    }

    /// The author's rules without passes, with tracing: [`Machine::traced`], [`Machine::inquire`]. Made once.
    pub(crate) fn tracing(&self) -> &Rules {
        let made = self.inner.tracing.get_or_init(|| {
            let machine = Machine::tracing(self.inner.written.clone(), *self.machine().limits()).ok()?;
            Some(self.running(machine))
        });
        // A function can be too large for tracing.
        made.as_ref().unwrap_or(self)
    }

    fn with((written, passes): (Arc<ir::Program>, Passes), machine: Machine, source: Source) -> Rules {
        Rules {
            inner: Rc::new(Inner {
                written,
                passes,
                machine,
                source,
                tracing: OnceCell::new(),
                names: OnceCell::new(),
            }),
        }
    }

    fn running(&self, machine: Machine) -> Rules {
        Rules::with((self.inner.written.clone(), self.inner.passes), machine, self.source().clone())
    }

    /// The same rules, which count nothing.
    pub fn uncounted(&self) -> Rules {
        self.limited(*self.machine().limits())
    }

    /// The same rules under other limits.
    pub fn limited(&self, limits: Limits) -> Rules {
        match Machine::with_limits(self.machine().program().clone(), limits) {
            Ok(machine) => self.running(machine),
            Err(_) => self.clone(),
        }
    }

    pub fn machine(&self) -> &Machine {
        &self.inner.machine
    }

    /// The program that runs. Functions made by passes follow those of the author.
    pub fn program(&self) -> &ir::Program {
        self.inner.machine.program()
    }

    /// The author's program, before the passes.
    pub fn written(&self) -> &ir::Program {
        &self.inner.written
    }

    /// The rules as a compiled module, with the limits of the interpreter. An error is a mistake of the compiler.
    pub fn machine_code(&self) -> Result<codegen::Module, Fault> {
        codegen::module(self.program(), self.machine().limits()).map_err(uncompiled)
    }

    /// As above, with only the parts for playing one game.
    pub fn exported(&self) -> Result<codegen::Module, Fault> {
        codegen::game(self.program(), self.machine().limits()).map_err(uncompiled)
    }

    /// As above for the lab, which plays whole games and counts; with the addresses of the counts. `None` if that is
    /// impossible.
    pub fn lab_code(&self, wanted: codegen::Wanted) -> Option<(codegen::Module, codegen::LabMap)> {
        codegen::lab(self.program(), self.machine().limits(), wanted)
    }

    /// As above for a search, which plays on from positions; with the address of the request block.
    pub fn playout_code(&self) -> Result<(codegen::Module, u32), Fault> {
        codegen::playouts(self.program(), self.machine().limits()).map_err(uncompiled)
    }

    /// The same for a search that reads lines of play. None where that cannot be.
    pub fn line_code(&self) -> Option<(codegen::Module, codegen::LineMap)> {
        codegen::lines(self.program(), self.machine().limits())
    }

    /// The names behind the numbers of states and records, which let these go on under other rules.
    pub fn names(&self) -> Names {
        self.inner.names.get_or_init(|| Names::of(self.written())).clone()
    }

    /// The names of the scenarios; at least one.
    pub fn scenarios(&self) -> &[String] {
        &self.program().scenarios
    }

    pub fn source(&self) -> &Source {
        &self.inner.source
    }

    /// Description of the rules for a page: `RulesInfo` of the package's types.
    pub fn info(&self) -> serde_json::Value {
        info::rules(self.program())
    }
}

/// A seed as the framework's server draws one.
pub fn fresh_seed() -> Result<u64, Fault> {
    let drawn = getrandom::u64().map_err(|_| Fault::new(Code::BadSeed, "no random seed is available here"))?;
    Ok(seed_from(drawn))
}

/// A seed as the framework's server draws them, from any number.
pub fn seed_from(drawn: u64) -> u64 {
    1 + drawn % (vm::rng::FRESH_SEED_END - 1)
}

/// A program that the compiler cannot translate, contrary to its promise.
fn uncompiled(broken: ir::Broken) -> Fault {
    let message = format!("this cannot be compiled because of a bug in House Rules: {broken}");
    Fault { span: Some(broken.span), ..Fault::new(Code::Unrunnable, message) }
}
